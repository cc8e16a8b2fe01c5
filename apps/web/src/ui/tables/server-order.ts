import type { ListOrder } from '../../lib/api/list-order.js';
import { type Sorting, toSorting } from './sort-param.js';

/** The columns of a table that the API sorts. */
export interface ServerOrder<Field extends string> {
  /** Fields of the API, by the IDs of their columns. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The order without a URL parameter: of the table, e.g. `-age`, and of the API. */
  readonly initial: { readonly sort: string; readonly order: ListOrder<Field> };
  /** Columns that show the age of a time: the greatest age is the first time. */
  readonly ages?: readonly string[];
}

/** Returns the order of the API for the URL parameter; the initial one for unknown columns. */
export function toListOrder<Field extends string>(
  { fields, initial, ages = [] }: ServerOrder<Field>,
  sort: string | undefined,
): ListOrder<Field> {
  const [sorting]: readonly Sorting[] = toSorting(sort);
  const field = sorting && Object.hasOwn(fields, sorting.id) ? fields[sorting.id] : undefined;
  if (sorting === undefined || field === undefined) return initial.order;
  const isDescending = sorting.desc !== ages.includes(sorting.id);
  return { field, direction: isDescending ? 'DESC' : 'ASC' };
}
