/** A row of a table, or the head of a group of rows. */
export type GridLine<Row> =
  | { readonly kind: 'row'; readonly id: string; readonly row: Row }
  | { readonly kind: 'group'; readonly id: string; readonly name: string; readonly count: number };

export interface GridArrangement<Row> {
  /** The name of the group of a row; absent for a table without groups. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  /** Whether the row comes before the others, whatever the sort order is. */
  readonly isFirst?: ((row: Row) => boolean) | undefined;
}

/**
 * Returns the lines of a table for sorted rows. Groups have the order of their first rows, so that the
 * sort order holds for groups, too.
 */
export function toGridLines<Row>(
  sorted: readonly { readonly id: string; readonly original: Row }[],
  { groupOf, isFirst }: GridArrangement<Row>,
): readonly GridLine<Row>[] {
  const lines = sorted.map(({ id, original }) => ({ kind: 'row', id, row: original }) as const);
  const rows =
    isFirst === undefined
      ? lines
      : [...lines.filter(({ row }) => isFirst(row)), ...lines.filter(({ row }) => !isFirst(row))];
  if (groupOf === undefined) return rows;
  return [...Map.groupBy(rows, ({ row }) => groupOf(row))].flatMap(([name, ofGroup]) => [
    { kind: 'group', id: `group ${name}`, name, count: ofGroup.length },
    ...ofGroup,
  ]);
}
