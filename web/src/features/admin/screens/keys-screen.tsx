import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { paths } from "../../../lib/paths.ts";

/** The panel's keys, by where they work. */
const KEYS: readonly {
  where: string;
  href?: string;
  keys: readonly (readonly [string, string])[];
}[] = [
  {
    where: "Everywhere in the panel",
    keys: [
      ["?", "The keys of this screen, or this page"],
      ["Esc", "Close a dialog or a message"],
    ],
  },
  {
    where: "Inbox",
    href: paths.admin(),
    keys: [
      ["j", "Next"],
      ["k", "Previous"],
      ["a", "Approve, or the button with the same meaning"],
      ["s", "Same shop, for import questions"],
      ["r", "Reject, dismiss or leave out"],
      ["u", "Undo your last decision; again, the one before"],
      ["/", "Search"],
    ],
  },
  {
    where: "Lists with decisions: stories, claims, suggestions, import questions",
    keys: [
      ["j", "Next"],
      ["k", "Previous"],
      ["a", "Approve the focused item"],
      ["r", "Reject the focused item"],
      ["u", "Undo your last decision"],
    ],
  },
  {
    where: "Other lists",
    keys: [
      ["j", "Next"],
      ["k", "Previous"],
      ["/", "Search"],
      ["u", "Undo your last change"],
    ],
  },
];

/** All keys of the panel. `?` leads here from screens without keys of their own. */
export default function KeysScreen() {
  return (
    <AdminPage>
      <p className="max-w-text text-soft">
        Every key has a button that does the same. Keys sleep while you type, and the list that{" "}
        <kbd>?</kbd> opens can switch them off.
      </p>
      {KEYS.map(({ where, href, keys }) => (
        <section key={where} className="mt-8 max-w-text" aria-label={where}>
          <h3 className="font-bold text-lg">
            {href ? (
              <a className="link" href={href}>
                {where}
              </a>
            ) : (
              where
            )}
          </h3>
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
            {keys.map(([key, name]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded border border-line bg-sunk px-2 py-0.5">{key}</kbd>
                </dt>
                <dd>{name}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </AdminPage>
  );
}
