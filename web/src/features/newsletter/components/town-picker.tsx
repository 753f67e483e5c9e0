import type { NewsletterPage } from "../../../api/types.ts";

/**
 * Checkboxes for towns, and a box to find more. Part of a form in which `action` says which button was pressed;
 * pressing Enter in the box searches, because its button is the form's first.
 */
export function TownPicker({ page: { credential, find, towns } }: { page: NewsletterPage }) {
  const found = towns.filter(({ isChosen }) => !isChosen);
  return (
    <>
      <input type="hidden" name="credential" value={credential} />
      <fieldset className="rounded-md border-[1.5px] border-rule px-5 pt-2 pb-5">
        <legend className="px-2 font-semibold">Towns (optional)</legend>
        <p className="mb-4 text-[0.9375rem] text-soft">
          Choose towns to hear only about those, or none to hear about all of them.
        </p>
        <label htmlFor="find-town" className="mb-1.5 block font-semibold">
          Find a town
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id="find-town"
            name="find"
            type="text"
            maxLength={80}
            autoComplete="off"
            defaultValue={find}
            aria-describedby="found-towns"
            className="field w-auto min-w-52 flex-1"
          />
          <button type="submit" name="action" value="find" className="button">
            Find
          </button>
        </div>
        <p id="found-towns" className="mt-2 min-h-6 text-[0.9375rem] text-soft">
          {find !== "" && found.length === 0
            ? `No town begins with "${find}".`
            : "The first letters are enough."}
        </p>
        {towns.length > 0 && (
          <ul className="mt-3 flex flex-wrap gap-2">
            {towns.map(({ id, label, isChosen }) => (
              <li key={id}>
                <label className="filter">
                  <input type="checkbox" name="town" value={id} defaultChecked={isChosen} />
                  {label}
                </label>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
    </>
  );
}
