import { stringify } from 'yaml';

/** Forms of output. */
export const formats = ['table', 'json', 'yaml', 'name'] as const;
/** One of {@link formats}. */
export type Format = (typeof formats)[number];

/** A column of a table. */
export interface Column<Item> {
  readonly title: string;
  readonly of: (item: Item) => string | number | null | undefined;
}

/** How the items of a list are written. */
export interface Form<Item> {
  readonly columns: readonly Column<Item>[];
  /** For `-o name`, e.g. `node/ip-10-0-0-1`. */
  readonly nameOf: (item: Item) => string;
}

/** Writes a list in a format. */
export function formatList<Item>(
  items: readonly Item[],
  { columns, nameOf }: Form<Item>,
  format: Format,
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ items }, null, 2)}\n`;
    case 'yaml':
      return stringify({ items });
    case 'name':
      return items.map((item) => `${nameOf(item)}\n`).join('');
    default:
      return formatTable(
        columns.map(({ title }) => title),
        items.map((item) => columns.map((column) => toText(column.of(item)))),
      );
  }
}

/** Writes one object; as a table it is a list of one. */
export function formatOne<Item>(item: Item, form: Form<Item>, format: Format): string {
  if (format === 'json') return `${JSON.stringify(item, null, 2)}\n`;
  return format === 'yaml' ? stringify(item) : formatList([item], form, format);
}

/** Aligns columns, with three spaces between them. */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  return [titles, ...rows]
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Text of a server must not control the terminal. */
const toText = (value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '-' : withoutControls(String(value));

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** Returns lines as they may be shown: text of a server must not control the terminal. */
export const toLines = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, ' ');
