import type { Answer } from "../../kit/api.ts";
import { paths } from "../../lib/paths.ts";
import { adminPaths } from "./paths.ts";

export type Entry = Answer<"get", "/api/admin/audit">["entries"][number];

/** Who acted. */
export const ACTORS: Record<Entry["actor"], string> = {
  visitor: "A visitor",
  person: "An owner",
  administrator: "The administrator",
  system: "The system",
};

/** Who acted, by name where an administrator has one. */
export const actorText = ({ actor, actorName }: Pick<Entry, "actor" | "actorName">) =>
  actorName ?? ACTORS[actor];

/** Kinds of what is changed, by which the log can be narrowed. */
export const KINDS = [
  ["shop", "Coffee shops"],
  ["city", "Cities"],
  ["story", "Stories"],
  ["claim", "Claims"],
  ["suggestion", "Suggestions"],
  ["article", "Articles"],
  ["import", "Imports"],
  ["bulk edit", "Bulk edits"],
  ["mail", "Emails"],
  ["newsletter", "Newsletter"],
  ["request", "Requests"],
  ["chain", "Chains"],
  ["person", "People"],
  ["administrator", "Administrators"],
  ["site", "Site"],
  ["page", "Pages"],
] as const;

/** What was done, as people say it. The most frequent ones can be filtered by. */
export const ACTIONS: Record<string, string> = {
  "shop.edit": "Shop edited",
  "shop.list": "Shop listed",
  "shop.delete": "Shop deleted",
  "shop.merge": "Shops merged",
  "shop.close": "Shop closed",
  "shop.reopen": "Shop reopened",
  "shop.remove": "Listing removed",
  "shop.photos": "Photos changed",
  "shop.photo": "Photo added",
  "shop.photo_missed": "No photo found",
  "shop.ai_text": "AI text added",
  "shop.ai_text_undo": "AI texts taken back",
  "shop.photo_undo": "Photos taken back",
  "shop.enhance": "Details added from Foursquare",
  "shop.enhance_undo": "Details from Foursquare taken back",
  "shop.point": "Pin found",
  "shop.store": "Store link changed",
  "shop.hours-confirmed": "Hours confirmed",
  "shop.ask_hours": "Owner asked about the hours",
  "shop.put_off": "Put off in the worklist",
  "shop.answers_seen": "Visitors' answers checked",
  "shop.visitors-agreed": "Visitors confirmed a fact",
  "shop.bulk_edit": "Many shops edited",
  "shop.bulk_undo": "Bulk edit taken back",
  "listing.confirm": "Listing confirmed",
  "listing.disown": "Listing disowned",
  "listing.mend": "Listing corrected",
  "listing.code": "Listing code sent",
  "story.write": "Story written",
  "story.approve": "Story approved",
  "story.reject": "Story rejected",
  "story.take_down": "Story taken down",
  "story.photo": "Story photo changed",
  "claim.submit": "Claim sent",
  "claim.open": "Claim opened",
  "claim.code": "Claim code sent",
  "claim.confirm": "Claim confirmed",
  "claim.approve": "Claim approved",
  "claim.reject": "Claim rejected",
  "claim.check": "Claim's website checked",
  "claim.prove": "Claim proven and approved",
  "claim.disown": "Claim disowned",
  "owner.hand_over": "Transfer begun",
  "owner.change_address": "Change of address begun",
  "owner.confirm": "Transfer confirmed",
  "owner.keep": "Ownership kept",
  "owner.code": "Owner code sent",
  "owner.leave": "Owner left",
  "manager.invite": "Manager invited",
  "manager.accept": "Manager joined",
  "manager.remove": "Manager removed",
  "manager.leave": "Manager left",
  "manager.decline": "Invitation declined",
  "manager.code": "Manager code sent",
  "owner.take_back": "Ownership revoked",
  "suggestion.add": "Edit suggested",
  "suggestion.accept": "Suggestion accepted",
  "suggestion.reject": "Suggestion rejected",
  "request.add": "Request sent",
  "request.approve": "Request approved",
  "request.reject": "Request rejected",
  "chain.name": "Chain name decided",
  "chain.forget": "Chain decision removed",
  "city.make": "City added",
  "city.edit": "City edited",
  "city.image": "City photo changed",
  "city.image_undo": "City photo taken back",
  "city.merge": "Cities merged",
  "article.create": "Article created",
  "article.edit": "Article edited",
  "article.restore": "Article restored",
  "article.delete": "Article deleted",
  "import.accept": "Imported record added",
  "import.same": "Imported record added to a shop",
  "import.refuse": "Imported record left out",
  "import.undo": "Import undone",
  "expansion.zip": "ZIP code expanded",
  "expansion.area": "Area expanded",
  "expansion.undo": "Expansion undone",
  "boost.sync": "Boost updated from Stripe",
  "boost.link.ask": "Payer's link sent",
  "boost.link.show": "Payer's link shown",
  "boost.link.keep": "Payer's link kept",
  "boost.link.remove": "Payer's link removed",
  "boost.notice.seen": "Payment notice seen",
  "mail.retry": "Email sent again",
  "mail.dismiss": "Failed email dismissed",
  "newsletter.pause": "Newsletter paused or resumed",
  "newsletter.test": "Test newsletter sent",
  "page.add": "Page added",
  "page.edit": "Page edited",
  "page.remove": "Page removed",
  "page.import": "Pages imported",
  "site.remove_demo": "Demo removed",
  "site.look": "Site's look changed",
  "site.formats": "Times and distances changed",
  "site.icon": "Icon changed",
  "site.logo": "Logo changed",
  "site.words": "Site's words changed",
  "job.cancel": "Job canceled",
  "administrator.add": "Administrator added",
  "administrator.remove": "Administrator removed",
  "administrator.reset": "Administrator's access reset",
  "administrator.password": "Administrator's password changed",
  "administrator.email": "Administrator's address changed",
  "administrator.app": "Authenticator app set up",
  "administrator.app_removed": "Authenticator app removed",
  "administrator.recovery_codes": "Recovery codes renewed",
  "person.show": "Person looked up",
  "person.export": "Person's data exported",
  "person.erase": "Person erased",
  undo: "Undone",
};

/** What an undo took back, where the plain words don't follow from its name. */
const UNDONE: Record<string, string> = {
  "shop.ai_text": "AI text removed",
  "shop.edit": "Undid an edit",
  "shop.delete": "Shop restored",
  "shop.merge": "Shops separated again",
  "city.merge": "Cities separated again",
};

const inWords = (action: string) => {
  const words = action.replace(".", ": ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What an entry is, and what it is about: "AI text removed", "Blue Door". */
export function entryText({ action, subjectLabel }: Pick<Entry, "action" | "subjectLabel">) {
  const named = ACTIONS[action] ?? inWords(action);
  // An undo is labeled "shop.edit: Blue Door".
  const [, undone, about] = /^([a-z][a-z._-]*): (.*)$/.exec(subjectLabel) ?? [];
  if (action !== "undo" || undone === undefined) return { title: named, about: subjectLabel };
  const done = ACTIONS[undone] ?? inWords(undone);
  return { title: UNDONE[undone] ?? `Undone: ${done}`, about: about ?? "" };
}

/** The screen of what an entry is about; `null` if it has none. */
export function subjectHref(entry: Entry): string | null {
  const { action, subjectKind, subjectId: id, subjectLabel } = entry;
  const kind = action === "undo" ? undoneKind(subjectLabel) : subjectKind;
  if (id && kind === "shop") return paths.adminShop(id);
  if (id && kind === "city") return adminPaths.city(id);
  if (id && kind === "article") return adminPaths.article(id);
  if (kind === "import" && action === "import.undo") return adminPaths.imports();
  return PLACES[kind]?.() ?? null;
}

/** The lists of what has no screen of its own. */
const PLACES: Record<string, () => string> = {
  story: paths.adminStories,
  claim: adminPaths.claims,
  suggestion: adminPaths.suggestions,
  request: paths.admin,
  mail: adminPaths.outbox,
  mails: adminPaths.outbox,
  import: adminPaths.importQuestions,
  "bulk edit": adminPaths.bulkEdit,
  chain: adminPaths.chains,
  site: adminPaths.site,
  page: adminPaths.sitePages,
  newsletter: adminPaths.newsletter,
  job: adminPaths.operator,
  person: adminPaths.privacy,
  administrator: adminPaths.account,
};

const undoneKind = (label: string) => /^([a-z]+)\./.exec(label)?.[1] ?? "";

/** Columns that aren't named as on screens. */
const FIELDS: Record<string, string> = {
  prompt1_response: "Main story",
  prompt2_response: "Optional details",
  ai_generated_description: "AI text",
  owner_description: "Owner's description",
  city_id: "City",
  zip_code: "ZIP code",
  own_time_zone: "Time zone",
  time_zone: "Time zone of its town",
  has_wifi: "Wi-Fi",
  menu_url: "Menu link",
  image_url: "Photo",
  image_source: "Photo's source",
  fallback_color: "Color",
  published_at: "Publish date",
  deleted_at: "Deleted",
  removed_at: "Removed",
  unconfirmed_since: "Unconfirmed since",
};

/** A changed column: "Main story". */
export function fieldText(name: string): string {
  const words = name.replaceAll("_", " ");
  return FIELDS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
