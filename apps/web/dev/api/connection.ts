/** Arguments of a list, as the schema has them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** A page of rows that are all in memory; a cursor is the place of its row. */
export function toConnection<Row>(rows: readonly Row[], { first, after }: PageArguments) {
  const start = after === null || after === undefined ? 0 : Number(after) + 1;
  const nodes = rows.slice(start, start + (first ?? 100));
  const end = start + nodes.length - 1;
  return {
    nodes,
    edges: nodes.map((node, index) => ({ cursor: String(start + index), node })),
    pageInfo: {
      hasNextPage: end < rows.length - 1,
      hasPreviousPage: start > 0,
      startCursor: nodes.length === 0 ? null : String(start),
      endCursor: nodes.length === 0 ? null : String(end),
    },
    totalCount: rows.length,
  };
}
