import type { ReactNode } from "react";
import { listAddress } from "../../../kit/address.ts";
import { EmptyPage } from "../../../kit/empty-page.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import {
  FilterDay,
  FilterSelect,
  type SortOrder,
  TableFilter,
  TablePages,
} from "../../../kit/table.tsx";
import { useListPlace } from "./place.ts";

/** A list's state, all of which is in its address. */
export interface ListQuery {
  page: number;
  search?: string;
  /** The column; none for the list's own order. */
  sort?: string;
  direction?: string;
  /** Its other filters. */
  [filter: string]: string | number | undefined;
}

/** A query's result, as `useApi` returns it. */
interface Loaded<T> {
  data: T | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** What the rows of a list are shown with. */
export interface ListTools {
  /** Whether the rows are those of the address before, because the new ones are on their way. */
  stale: boolean;
  order: SortOrder | undefined;
  hrefOfOrder: (order: SortOrder) => string;
}

interface Props<Data, Row> {
  path: string;
  query: ListQuery;
  /** "coffee shops", "coffee shop", and what an empty list says. */
  words: { what: string; one: string; none: ReactNode };
  /** Label of the search box; a list without one has none. */
  searchLabel?: string;
  /** Filters beside the search box. */
  filters?: readonly {
    name: string;
    label: string;
    /** Without options, it is a day. */
    options?: readonly (readonly [value: string, text: string])[];
  }[];
  result: Loaded<Data>;
  read: (data: Data) => { rows: readonly Row[]; total: number };
  pageSize: number;
  /** Between the filters and the rows. */
  above?: (total: number) => ReactNode;
  /** What to do about an empty list that nothing narrows. */
  begin?: ReactNode;
  children: (rows: readonly Row[], tools: ListTools) => ReactNode;
}

/**
 * The frame of the panel's lists: search, filters, order and pages, which stand in the address, and what is said when there
 * is nothing. Coming back to a list, one is where one was.
 */
export function ListFrame<Data, Row>({
  path,
  query,
  words,
  searchLabel,
  filters = [],
  result,
  read,
  pageSize,
  above,
  begin,
  children,
}: Props<Data, Row>) {
  const { page, search = "", sort = "", direction = "" } = query;
  const state = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
  const { page: _, ...kept } = state;
  const hrefOf = listAddress(path, kept);
  useListPlace(path, hrefOf({ page }), result.data !== undefined && !result.isPlaceholderData);
  const order = ["sort", "direction"];
  const asked = new Set(["search", ...filters.map(({ name }) => name)]);
  const beside = Object.entries(kept).filter(([name]) => !asked.has(name));
  // Tabs beside the list are filters, too, but each has its own words for having nothing.
  const isNarrowed =
    searchLabel !== undefined && Object.keys(kept).some((name) => !order.includes(name));
  const tools: ListTools = {
    stale: result.isPlaceholderData,
    order: sort
      ? { by: sort, direction: direction === "descending" ? "descending" : "ascending" }
      : undefined,
    hrefOfOrder: ({ by, direction: way }) =>
      hrefOf({ sort: by, direction: way === "descending" ? way : null }),
  };
  return (
    <>
      {searchLabel !== undefined && (
        <TableFilter
          action={path}
          label={searchLabel}
          name="search"
          value={search}
          kept={Object.fromEntries(beside)}
        >
          {filters.map(({ options, ...filter }) => {
            const value = String(query[filter.name] ?? "");
            return options ? (
              <FilterSelect key={filter.name} {...filter} options={options} value={value} />
            ) : (
              <FilterDay key={filter.name} {...filter} value={value} />
            );
          })}
        </TableFilter>
      )}
      <div className="mt-6">
        <Async result={result} what={`the ${words.what}`}>
          {(data) => {
            const { rows, total } = read(data);
            if (total === 0)
              return (
                <Empty
                  action={
                    isNarrowed ? (
                      <a className="button button-small" href={path}>
                        Show all
                      </a>
                    ) : (
                      begin
                    )
                  }
                >
                  {words.none}
                </Empty>
              );
            if (rows.length === 0)
              return <EmptyPage total={total} first={hrefOf({ page: 1 })} none="" />;
            return (
              <>
                {above?.(total)}
                {children(rows, tools)}
                <TablePages
                  what={words.what}
                  one={words.one}
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  hrefOf={(to) => hrefOf({ page: to })}
                />
              </>
            );
          }}
        </Async>
      </div>
    </>
  );
}
