import type { Filter } from '@aws-sdk/client-ec2';
import type { Tags } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';

/** The values of an item for each filter of its resource type. */
export type FilterTable<Item> = Readonly<Record<string, (item: Item) => readonly string[]>>;

export type Predicate<Item> = (item: Item) => boolean;

/**
 * Returns a predicate for the `Filters` of a Describe call. All filters must match, each by any of
 * its values; `*` matches any text and `?` any character.
 * @throws AwsError if a filter is unknown
 */
export function compileFilters<Item>(
  filters: Open<Filter[]> | undefined,
  table: FilterTable<Item>,
  tagsOf?: (item: Item) => Tags,
): Predicate<Item> {
  const predicates = (filters ?? []).map(({ Name = '', Values = [] }) => {
    const read = readerOf(Name, table, tagsOf);
    const patterns = Values.map(compilePattern);
    return (item: Item) => read(item).some((value) => patterns.some((fits) => fits(value)));
  });
  return (item) => predicates.every((holds) => holds(item));
}

function readerOf<Item>(
  name: string,
  table: FilterTable<Item>,
  tagsOf?: (item: Item) => Tags,
): (item: Item) => readonly string[] {
  if (tagsOf !== undefined && name === 'tag-key') return (item) => Object.keys(tagsOf(item));
  if (tagsOf !== undefined && name.startsWith('tag:')) {
    const key = name.slice('tag:'.length);
    return (item) => valueOf(tagsOf(item), key);
  }
  const [read] = valueOf(table, name);
  if (read !== undefined) return read;
  throw new AwsError('InvalidParameterValue', `The filter '${name}' is invalid`);
}

/** Reads an own property only: keys come from the client and must not reach the prototype. */
function valueOf<Value>(record: Readonly<Record<string, Value>>, key: string): readonly Value[] {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return value === undefined ? [] : [value];
}

function compilePattern(pattern: string): Predicate<string> {
  if (!/[*?\\]/.test(pattern)) return (value) => value === pattern;
  const source = pattern.replace(/\\([*?\\])|([*?])|[.+^${}()|[\]\\]/g, (match, escaped, wild) => {
    if (wild === '*') return '.*';
    if (wild === '?') return '.';
    return `\\${escaped ?? match}`;
  });
  const expression = new RegExp(`^${source}$`, 's');
  return (value) => expression.test(value);
}
