import type { ListOrder } from './list-order.js';

type FilterValue = string | boolean | readonly string[] | null | undefined;

/** A filter of GraphQL, whose lists have the plural of the parameter of REST. */
export type ListFilter = Readonly<Record<string, FilterValue>>;

/**
 * Returns the address of the whole list as a CSV file, with the filter and order of a table.
 * @param path of the list in REST, below `/api/v1/`
 */
export function csvHref(path: string, filter: ListFilter, order?: ListOrder<string>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'string' || typeof value === 'boolean') {
      query.append(name === 'clusterId' ? 'cluster' : name, String(value));
    } else {
      for (const each of value) query.append(singularOf(name), each);
    }
  }
  if (order !== undefined) {
    query.append('orderBy', order.field);
    query.append('direction', order.direction);
  }
  query.append('format', 'csv');
  return `/api/v1/${path}?${query}`;
}

const singularOf = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');
