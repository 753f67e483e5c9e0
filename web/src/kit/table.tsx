import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { patientSelect } from "../lib/patient-select.ts";
import { countText, plural } from "../lib/text.ts";
import { Pager } from "../ui/pager.tsx";

export interface Column<Row> {
  /** Name of the column in the URL, if the list can be sorted by it. */
  sort?: string;
  /** Sorted from its end first, such as a number of votes. */
  fromEnd?: boolean;
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
  selection?: Selection<Row> | undefined;
  /** Shown below a row that is open. */
  detailOf?: (row: Row) => ReactNode;
}

/** Rows chosen by a box in front of each. */
export interface Selection<Row> {
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isChosen: boolean) => void;
  /** Of the row, for its box: "Blue Door". */
  nameOf: (row: Row) => string;
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
  selection,
  detailOf,
}: TableProps<Row>) {
  const width = columns.length + (selection ? 1 : 0);
  return (
    <table {...AS.table} className="data-table data-cards" aria-busy={stale}>
      <caption className={quiet ? "sr-only" : ""}>{caption}</caption>
      <thead {...AS.rowgroup}>
        <tr {...AS.row}>
          {selection && <ChooseAll rows={rows} selection={selection} />}
          {columns.map((column) => (
            <ColumnHead key={column.title} column={column} order={order} hrefOf={hrefOfOrder} />
          ))}
        </tr>
      </thead>
      <tbody {...AS.rowgroup}>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <tr {...AS.row} data-row={keyOf(row)}>
              {selection && (
                <td {...AS.cell} className="data-choice">
                  <input
                    type="checkbox"
                    data-key="x"
                    aria-label={`Select ${selection.nameOf(row)}`}
                    checked={selection.has(row)}
                    onChange={({ target }) => selection.set([row], target.checked)}
                  />
                </td>
              )}
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
            <Detail width={width}>{detailOf?.(row)}</Detail>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Detail({ width, children }: { width: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr {...AS.row} className="data-detail">
      <td {...AS.cell} colSpan={width}>
        {children}
      </td>
    </tr>
  );
}

/** Chooses the rows of this page; mixed while only some of them are. */
function ChooseAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter(selection.has).length;
  const isMixed = count > 0 && count < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <th {...AS.columnheader} scope="col" className="data-choice">
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={rows.length > 0 && count === rows.length}
          onChange={({ target }) => selection.set(rows, target.checked)}
        />
        <span>Select this page</span>
      </label>
    </th>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: SortOrder | undefined;
  hrefOf: ((order: SortOrder) => string) | undefined;
}

function ColumnHead<Row>({ column, order, hrefOf }: HeadProps<Row>) {
  const { sort, fromEnd = false, title, numeric, quiet } = column;
  const direction = sort !== undefined && order?.by === sort ? order.direction : undefined;
  const isFirst = direction === undefined ? !fromEnd : direction === "descending";
  const next = isFirst ? "ascending" : "descending";
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

/** A field's own text or choice: only another address replaces it, never an arriving list. */
export function useAddressed(value: string) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return [typed, setTyped] as const;
}

interface SelectProps {
  label: string;
  name: string;
  value: string;
  /** Values with their texts. */
  options: readonly (readonly [value: string, text: string])[];
}

/** A filter of a list, in the form of its search box: a choice narrows the list at once. */
export function FilterSelect({ label, name, value, options }: SelectProps) {
  const [chosen, setChosen] = useAddressed(value);
  const id = `filter-${name}`;
  return (
    <div className="basis-48">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="field"
        value={chosen}
        {...patientSelect}
        onChange={(event) => {
          setChosen(event.target.value);
          patientSelect.onChange(event);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A filter by day. It narrows the list with the search, because a date is typed in parts. */
export function FilterDay({ label, name, value }: Omit<SelectProps, "options">) {
  const [typed, setTyped] = useAddressed(value);
  const id = `filter-${name}`;
  return (
    <div className="basis-44">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="date"
        className="field"
        max="2999-12-31"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
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
  const [typed, setTyped] = useAddressed(value);
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
