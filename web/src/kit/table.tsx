import type { ReactNode } from "react";
import { Pager } from "../ui/pager.tsx";

export interface Column<Row> {
  /** Name of the column in the address, when the list can be ordered by it. */
  sort?: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  numeric?: boolean;
  /** Its title is for readers alone, as over buttons. */
  quiet?: boolean;
}

export interface SortOrder {
  by: string;
  direction: "ascending" | "descending";
}

interface TableProps<Row> {
  /** Says what the table holds, for readers, and for sighted people unless `quiet`. */
  caption: string;
  quiet?: boolean;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  order?: SortOrder | undefined;
  /** Address of the list in another order. */
  hrefOfOrder?: (order: SortOrder) => string;
  /** Rows of an earlier state, while those of the present one are on their way. */
  stale?: boolean;
}

/** Where the style sheet makes cards of rows, browsers take the elements for plain boxes, unless their roles are said. */
const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  rowheader: { role: "rowheader" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** A table; on a phone its rows are cards, in which each value has its column's title. */
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
  /** Path of the list; the rest of its state stays. */
  action: string;
  label: string;
  name: string;
  value: string;
  /** Of the box, unless the name will do. */
  id?: string;
  /** State that the search keeps, such as the order. */
  kept?: Record<string, string>;
  children?: ReactNode;
}

/** The search box of a list: a plain form, so that the address holds what was searched for. */
export function TableFilter({
  action,
  label,
  name,
  value,
  id = `filter-${name}`,
  kept = {},
  children,
}: FilterProps) {
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
            key={value}
            name={name}
            type="search"
            className="field"
            defaultValue={value}
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
  page: number;
  pageSize: number;
  total: number;
  hrefOf: (page: number) => string;
}

/** How many there are, and links to the other pages. The count is said when it changes. */
export function TablePages({ what, page, pageSize, total, hrefOf }: PagesProps) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const range = pageCount > 1 && last >= first ? `${first} to ${last} of ` : "";
  return (
    <>
      <p role="status" className="mt-4 text-[0.9375rem] text-soft">
        {`${range}${total} ${what}`}
      </p>
      <Pager label={`Pages of ${what}`} page={page} pageCount={pageCount} hrefOf={hrefOf} />
    </>
  );
}
