import type { ReactNode } from "react";
import type { NewsletterPage } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { TownPicker } from "../components/town-picker.tsx";

interface NewsletterScreenProps {
  data: { page: NewsletterPage };
}

/** The pages behind links in newsletter emails. Rendered on the server without a script: they are plain forms. */
export default function NewsletterScreen({ data: { page } }: NewsletterScreenProps) {
  const { title, body } = CONTENT[page.step](page);
  return (
    <article className="page max-w-2xl pt-10 pb-16 md:pt-14">
      <Head title={title} description="The weekly newsletter." robots="noindex" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      <div className="mt-6 space-y-5 text-[1.0625rem]">{body}</div>
    </article>
  );
}

interface Content {
  title: string;
  body: ReactNode;
}

const CONTENT: Record<NewsletterPage["step"], (page: NewsletterPage) => Content> = {
  asked: (page) => ({
    title: "One more step",
    body: (
      <>
        <p>
          {`Press the button in the mail that we have just sent to ${page.message}. Until then you are not subscribed.`}
        </p>
        <p>
          Nothing there after a few minutes? Please look in the spam folder. If this address has
          declined our mail before, none comes.
        </p>
        <Contact />
        <Home />
      </>
    ),
  }),
  refused: (page) => ({
    title: "Subscription failed",
    body: (
      <>
        <p role="alert">{page.message}</p>
        {page.email ? (
          <form action="/newsletter/subscribe" method="post">
            <input type="hidden" name="email" value={page.email} />
            <button type="submit" className="button button-primary">
              Send it anyway
            </button>
          </form>
        ) : (
          <p>Go back to correct it, or try again from the home page.</p>
        )}
        <Home />
      </>
    ),
  }),
  confirm: (page) => ({
    title: "Confirm your subscription",
    body: (
      <form action="/newsletter/confirm" method="post" className="space-y-6">
        <p>Once a week: new coffee shops and stories from small towns. Unsubscribe anytime.</p>
        <TownPicker page={page} />
        <button type="submit" name="action" value="confirm" className="button button-primary">
          Yes, subscribe me
        </button>
      </form>
    ),
  }),
  confirmed: (page) => ({
    title: "You are subscribed",
    body: (
      <>
        <p>Thank you. Your next issue arrives Thursday, if there's something new.</p>
        <p className="flex flex-wrap gap-3">
          <a
            className="button button-primary"
            href={`/newsletter/preferences?reader=${page.credential}`}
          >
            Choose your towns
          </a>
          <a className="button" href={paths.cities()}>
            Browse Cities
          </a>
        </p>
      </>
    ),
  }),
  alreadyConfirmed: () => ({
    title: "You're already subscribed",
    body: (
      <>
        <p>
          This link has been used, so there is nothing more to do. To choose towns or to leave, use
          the links at the end of any issue.
        </p>
        <Home />
      </>
    ),
  }),
  expired: () => ({
    title: "This link has expired",
    body: (
      <>
        <p>
          A confirmation link works for 48 hours. Please sign up once more, and we send a new one.
        </p>
        <SignUp />
      </>
    ),
  }),
  invalid: () => ({
    title: "This link does not work",
    body: (
      <>
        <p>
          It may have been cut off on its way: please open it from the mail once more, or copy the
          whole line. A link from an older mail stops working when a newer one is sent.
        </p>
        <Contact />
        <Home />
      </>
    ),
  }),
  preferences: (page) => ({
    title: "Your newsletter",
    body: (
      <>
        {page.isSaved && (
          <p
            role="status"
            className="rounded-md border-[1.5px] border-green px-4 py-3 font-semibold"
          >
            Saved.
          </p>
        )}
        <form action="/newsletter/preferences" method="post" className="space-y-6">
          <TownPicker page={page} />
          <button type="submit" name="action" value="save" className="button button-primary">
            Save
          </button>
        </form>
        <section className="ruled mt-12">
          <h2 className="font-bold text-2xl">Leave</h2>
          <p className="mt-2 mb-4 text-soft">You won't get any more issues.</p>
          <Leave credential={page.credential} />
        </section>
      </>
    ),
  }),
  unsubscribe: (page) => ({
    title: "Unsubscribe",
    body: (
      <>
        <p>Press the button, and we send no more newsletters to you.</p>
        <Leave credential={page.credential} />
      </>
    ),
  }),
  left: () => ({
    title: "You are unsubscribed",
    body: (
      <>
        <p>You won't get the newsletter, and we've deleted your address.</p>
        <p className="text-soft">
          We keep only a fingerprint that can't be turned back into your address. It keeps others
          from signing you up.
        </p>
        <Home />
      </>
    ),
  }),
};

function Leave({ credential }: { credential: string }) {
  return (
    <form action={`/newsletter/unsubscribe?reader=${credential}`} method="post">
      <button type="submit" className="button">
        Unsubscribe
      </button>
    </form>
  );
}

function Home() {
  return (
    <p>
      <a className="button" href={paths.home()}>
        Back to the homepage
      </a>
    </p>
  );
}

function SignUp() {
  return (
    <p>
      <a className="button button-primary" href={`${paths.home()}#newsletter`}>
        Sign up again
      </a>
    </p>
  );
}

function Contact() {
  const { supportEmail } = useSite();
  if (!supportEmail) return null;
  return (
    <p>
      {"If it still doesn't work, write to "}
      <a className="link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      .
    </p>
  );
}
