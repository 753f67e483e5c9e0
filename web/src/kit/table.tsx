import { type ReactNode, useState } from "react";
import { countText, plural } from "../lib/text.ts";
import { Pager } from "../ui/pager.tsx";

export interface Column<Row> {
  /** Name of the column in the URL, if the list can be sorted by it. */
  sort?: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned numbers. */
  numeric?: boolean;
  /** Its title is only for screen readers, as over buttons. */
  quiet?: boolean;
}

export interface SortOrder {
  by: string;
  direction: "ascending" | "descending";
}

interface TableProps<Row> {
  /** Describes the table, for screen readers, and visibly unless `quiet`. */
  caption: string;
  quiet?: boolean;
  /** The first column identifies the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  order?: SortOrder | undefined;
  /** URL of the list in another order. */
  hrefOfOrder?: (order: SortOrder) => string;
  /** Shows earlier rows while the current ones are loading. */
  stale?: boolean;
}

/** Where CSS turns rows into cards, browsers need explicit table roles. */
const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  rowheader: { role: "rowheader" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** A table; on phones, its rows are cards in which each value has its column's title. */
export function DataTable<Row>({
  caption,
  quiet = false,
  columns,
  rows,
  keyOf,
  order,
  hrefOfOrder,
  stale = false,
}: TableProps<Row>) {
  return (
    <table {...AS.table} className="data-table data-cards" aria-busy={stale}>
      <caption className={quiet ? "sr-only" : ""}>{caption}</caption>
      <thead {...AS.rowgroup}>
        <tr {...AS.row}>
          {columns.map((column) => (
            <ColumnHead key={column.title} column={column} order={order} hrefOf={hrefOfOrder} />
          ))}
        </tr>
      </thead>
      <tbody {...AS.rowgroup}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...AS.row}>
            {columns.map(({ title, cell, numeric, quiet: isQuiet }, index) =>
              index === 0 ? (
                <th key={title} {...AS.rowheader} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={title}
                  {...AS.cell}
                  data-title={isQuiet ? undefined : title}
                  className={numeric ? "numeric" : undefined}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: SortOrder | undefined;
  hrefOf: ((order: SortOrder) => string) | undefined;
}

function ColumnHead<Row>({ column, order, hrefOf }: HeadProps<Row>) {
  const { sort, title, numeric, quiet } = column;
  const direction = sort !== undefined && order?.by === sort ? order.direction : undefined;
  const next = direction === "ascending" ? "descending" : "ascending";
  const words = quiet ? <span className="sr-only">{title}</span> : title;
  return (
    <th
      {...AS.columnheader}
      scope="col"
      aria-sort={direction}
      className={numeric ? "numeric" : undefined}
    >
      {sort !== undefined && hrefOf ? (
        <a href={hrefOf({ by: sort, direction: next })}>
          {words}
          <span aria-hidden="true" className="sort-mark">
            {direction === undefined ? "↕" : direction === "ascending" ? "↑" : "↓"}
          </span>
        </a>
      ) : (
        words
      )}
    </th>
  );
}

interface FilterProps {
  /** Path of the list; the rest of its state is kept. */
  action: string;
  label: string;
  name: string;
  value: string;
  /** ID of the box, if different from its name. */
  id?: string;
  /** State that a search keeps, such as the order. */
  kept?: Record<string, string>;
  children?: ReactNode;
}

/** A list's search box: a plain form, so that the search is in the URL. */
export function TableFilter({
  action,
  label,
  name,
  value,
  id = `filter-${name}`,
  kept = {},
  children,
}: FilterProps) {
  // What is typed is the box's own; only another address replaces it.
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <search>
      <form action={action} className="flex flex-wrap items-end gap-3">
        {Object.entries(kept).map(([key, text]) => (
          <input key={key} type="hidden" name={key} value={text} />
        ))}
        <div className="min-w-0 flex-1 basis-60">
          <label htmlFor={id} className="field-label">
            {label}
          </label>
          <input
            id={id}
            name={name}
            type="search"
            className="field"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        {children}
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}

interface PagesProps {
  /** "coffee shops" */
  what: string;
  /** "coffee shop" */
  one: string;
  page: number;
  pageSize: number;
  total: number;
  hrefOf: (page: number) => string;
}

/** The total count, and links to other pages. Changes of the count are announced. */
export function TablePages({ what, one, page, pageSize, total, hrefOf }: PagesProps) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const range =
    pageCount > 1 && last >= first ? `${countText(first)} to ${countText(last)} of ` : "";
  return (
    <>
      <p role="status" className="mt-4 text-[0.9375rem] text-soft">
        {`${range}${plural(total, one, what)}`}
      </p>
      <Pager label={`Pages of ${what}`} page={page} pageCount={pageCount} hrefOf={hrefOf} />
    </>
  );
}
