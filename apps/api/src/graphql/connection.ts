import type { Instant } from '@kerf/core';
import type { Page, PageRequest } from '@kerf/db';
import { badInput } from '../contract/public-error.js';
import type { PageInfo } from '../generated/schema-types.js';

/** A page; the total is counted only if requested. */
export interface ConnectionView<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  readonly asOf: Instant;
  readonly countAll: () => Promise<number>;
}

export interface ConnectionArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export const largestPage = 100;

/** @throws INPUT.INVALID unless exactly one of `first` and `last` is 1 to 100 */
export function readConnectionArgs({ first, after, last, before }: ConnectionArgs): PageRequest {
  const size = first ?? last ?? null;
  if (size === null || (isSet(first) && isSet(last))) {
    throw badInput('Either first or last is required, at most 100.');
  }
  if (size < 1 || size > largestPage) throw badInput('first and last must be 1 to 100.');
  if (isSet(first) ? isSet(before) : isSet(after)) {
    throw badInput('Use after with first, and before with last.');
  }
  return isSet(first)
    ? { size, edge: 'first', cursor: after ?? null, cursorName: 'after' }
    : { size, edge: 'last', cursor: before ?? null, cursorName: 'before' };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export interface ConnectionRest {
  readonly asOf: Instant;
  readonly countAll: () => Promise<number>;
}

export function toConnection<Row, View>(
  { items, hasNextPage, hasPreviousPage }: Page<Row>,
  toView: (row: Row) => View,
  rest: ConnectionRest,
): ConnectionView<View> {
  const edges = items.map(({ cursor, value }) => ({ cursor, node: toView(value) }));
  return {
    ...rest,
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
