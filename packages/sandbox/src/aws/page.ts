import { compareText } from '@kerf/core';
import { AwsError } from './aws-error.js';

export interface PageRequest {
  readonly max: number | undefined;
  readonly token: string | undefined;
}

export interface PageLimits {
  readonly lowest: number;
  readonly highest: number;
  /** Page size if the client sets none; default: `highest`. */
  readonly defaultSize?: number;
  /** Error codes of the service for an invalid size and an invalid token. */
  readonly sizeCode: string;
  readonly tokenCode: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

const mark = 'after:';

/**
 * Returns one page of items in ascending order of their keys. The token contains the last key, so
 * that changes between two pages neither hide nor repeat other items.
 * @throws AwsError
 */
export function takePage<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
  { max, token }: PageRequest,
  limits: PageLimits,
): Page<Item> {
  const { lowest, highest, defaultSize = highest } = limits;
  if (max !== undefined && (max < lowest || max > highest)) {
    throw new AwsError(
      limits.sizeCode,
      `Value ( ${max} ) for parameter maxResults is invalid. Expecting a value between ${lowest} and ${highest}.`,
    );
  }
  const size = max ?? defaultSize;
  const after = token === undefined ? null : readToken(token, limits.tokenCode);
  const page: Item[] = [];
  for (const item of items) {
    const key = keyOf(item);
    if (after !== null && key <= after) continue;
    if (page.length === size) return { items: page, next: writeToken(keyOf, page) };
    page.push(item);
  }
  return { items: page, next: undefined };
}

export function sortByKey<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): readonly Item[] {
  return [...items].sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function writeToken<Item>(keyOf: (item: Item) => string, page: readonly Item[]): string {
  const last = page.at(-1);
  return Buffer.from(mark + (last === undefined ? '' : keyOf(last))).toString('base64url');
}

function readToken(token: string, code: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (text.startsWith(mark)) return text.slice(mark.length);
  throw new AwsError(code, `The token '${token.slice(0, 100)}' is invalid`);
}
