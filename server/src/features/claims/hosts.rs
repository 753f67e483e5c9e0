//! Hosts that belong to nobody in particular: an address or a page there proves nothing about a shop (D100).

/// Mail providers where anyone can get an address.
const FREE_MAIL: &[&str] = &[
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "ymail.com",
    "rocketmail.com",
    "outlook.com",
    "hotmail.com",
    "live.com",
    "msn.com",
    "aol.com",
    "aim.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "proton.me",
    "protonmail.com",
    "pm.me",
    "gmx.com",
    "gmx.us",
    "gmx.net",
    "mail.com",
    "email.com",
    "usa.com",
    "zoho.com",
    "zohomail.com",
    "yandex.com",
    "fastmail.com",
    "hey.com",
    "tutanota.com",
    "tuta.com",
    "duck.com",
    "hushmail.com",
    "inbox.com",
    "comcast.net",
    "verizon.net",
    "att.net",
    "sbcglobal.net",
    "bellsouth.net",
    "cox.net",
    "charter.net",
    "spectrum.net",
    "roadrunner.com",
    "rr.com",
    "earthlink.net",
    "centurylink.net",
    "frontier.com",
    "frontiernet.net",
    "windstream.net",
    "optonline.net",
    "suddenlink.net",
    "juno.com",
    "netzero.net",
];

/// Site builders, hosts and link pages: each of their customers has a page below the same name.
const BUILDERS: &[&str] = &[
    "about.me",
    "allmylinks.com",
    "angelfire.com",
    "appspot.com",
    "azurewebsites.net",
    "beacons.ai",
    "bigcartel.com",
    "bio.link",
    "bio.site",
    "bit.ly",
    "blogger.com",
    "blogspot.com",
    "business.site",
    "campsite.bio",
    "canva.com",
    "canva.site",
    "carrd.co",
    "chownow.com",
    "clover.com",
    "company.site",
    "dudaone.com",
    "durable.co",
    "ecwid.com",
    "firebaseapp.com",
    "flow.page",
    "getbento.com",
    "github.io",
    "gitlab.io",
    "glitch.me",
    "godaddysites.com",
    "herokuapp.com",
    "hoo.be",
    "hostingersite.com",
    "jimdo.com",
    "jimdofree.com",
    "jimdosite.com",
    "linkin.bio",
    "linktr.ee",
    "lnk.bio",
    "medium.com",
    "menufy.com",
    "milkshake.app",
    "multiscreensite.com",
    "mybigcommerce.com",
    "myshopify.com",
    "mystrikingly.com",
    "neocities.org",
    "netlify.app",
    "notion.site",
    "onrender.com",
    "opentable.com",
    "order.online",
    "pages.dev",
    "pinterest.com",
    "popmenu.com",
    "s3.amazonaws.com",
    "shopsettings.com",
    "site123.me",
    "sites.google.com",
    "solo.to",
    "spotapps.co",
    "square.site",
    "squarespace.com",
    "strikingly.com",
    "substack.com",
    "taplink.cc",
    "threads.net",
    "tinyurl.com",
    "toast.site",
    "tripod.com",
    "tumblr.com",
    "ueniweb.com",
    "vercel.app",
    "web.app",
    "webador.com",
    "webflow.io",
    "webnode.page",
    "webs.com",
    "weebly.com",
    "weeblysite.com",
    "wix.com",
    "wixsite.com",
    "wordpress.com",
    "yolasite.com",
    "zyrosite.com",
];

/// Below these, one domain serves thousands of people who have nothing to do with the café on campus.
const INSTITUTIONS: &[&str] = &["edu", "gov", "mil"];

/// Whether anyone can get a mail address there.
pub(super) fn is_free_mail(host: &str) -> bool {
    is_below(host, FREE_MAIL) || is_builder(host)
}

/// Whether the host's pages belong to many.
pub(super) fn is_builder(host: &str) -> bool {
    is_below(host, BUILDERS)
}

/// Whether a mail address there says nothing about who runs a shop.
pub(super) fn is_institution(host: &str) -> bool {
    is_below(host, INSTITUTIONS)
}

fn is_below(host: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        host.strip_suffix(name)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}
