import { useState } from "react";
import { call } from "../../kit/api.ts";
import { Combobox, type Option } from "../../kit/combobox.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useNavigate } from "../../lib/navigate.ts";
import { paths, withQuery } from "../../lib/paths.ts";
import type { AdminTab } from "../../lib/route-definition.ts";
import { Icon } from "../../ui/icon.tsx";
import { adminPaths } from "./paths.ts";
import { useTabs } from "./tabs.ts";

/** Options of each sort. */
const FEW = 5;

/** Tabs, coffee shops, towns and articles whose names contain a text; each option's value is a URL. */
async function findAll(
  tabs: readonly AdminTab[],
  search: string,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const query = { search, pageSize: FEW };
  const [{ shops }, { cities }, articles] = await Promise.all([
    call("get", "/api/admin/coffee-shops", { query, signal }),
    call("get", "/api/admin/cities", { query, signal }),
    call("get", "/api/admin/blog/articles", { query: { search, page: 1 }, signal }),
  ]);
  const sought = search.toLowerCase();
  return [
    ...tabs
      .filter(({ title }) => title.toLowerCase().includes(sought))
      .map(({ path, title, group }) => ({ value: path, text: title, hint: group })),
    ...shops.map(({ id, name, address }) => ({
      value: paths.adminShop(id),
      text: name,
      hint: `Coffee shop, ${address}`,
    })),
    ...cities.map(({ id, name, state }) => ({
      value: adminPaths.city(id),
      text: `${name}, ${state}`,
      hint: "City",
    })),
    ...("items" in articles ? articles.items : articles).slice(0, FEW).map(({ id, title }) => ({
      value: adminPaths.article(id),
      text: title,
      hint: "Article",
    })),
    {
      value: withQuery(paths.adminAudit(), { search }),
      text: `“${search}” in the audit log`,
    },
  ];
}

/** The bar's search, which leads to whatever has a name. */
export function SearchEverything() {
  const { tabs } = useTabs();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const open = () => {
    setTyped("");
    setOpen(true);
  };
  return (
    <>
      <button type="button" className="workbench-search" aria-haspopup="dialog" onClick={open}>
        <Icon name="search" className="size-5" />
        <span className="workbench-word">Search everything</span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Search everything">
        <div className="search-everything">
          <label htmlFor="search-everything" className="field-label mt-4">
            Coffee shops, towns, articles and tabs
          </label>
          <Combobox
            label="Found"
            text={typed}
            onText={setTyped}
            onChoose={({ value }) => {
              setOpen(false);
              navigate(value);
            }}
            find={(text, signal) => findAll(tabs, text, signal)}
            control={{ id: "search-everything" }}
          />
        </div>
      </Dialog>
    </>
  );
}
