import type { CalendarFieldsFragment } from '../../../gql/graphql.js';
import { reasonsText } from '../budgets-text.js';

type PoolFields = CalendarFieldsFragment;
export type WeekInterval = PoolFields['lanes'][number]['intervals'][number];
export type WeekPause = PoolFields['pauses'][number];

/** Disruption reasons of a NodePool with the same intervals, in one row. */
export interface WeekRow {
  readonly id: string;
  readonly pool: PoolFields;
  readonly reasons: PoolFields['lanes'][number]['reasons'];
  /** Empty if the schedules have too many windows. */
  readonly intervals: readonly WeekInterval[];
  /** Position of the NodePool in the list. */
  readonly poolIndex: number;
}

/** Returns the rows of the week: one for each NodePool, and more if its budgets differ by reason. */
export const toWeekRows = (pools: readonly PoolFields[]): readonly WeekRow[] =>
  pools.flatMap((pool, poolIndex) => {
    const lanes = pool.lanes.length === 0 ? [{ reasons: [], intervals: [] }] : pool.lanes;
    return lanes.map(({ reasons, intervals }) => {
      const id = [pool.clusterName, pool.nodePool, reasons[0] ?? ''].join('/');
      return { id, pool, reasons, intervals, poolIndex };
    });
  });

/** `Empty and Drifted`, or `Any reason`. */
export const rowReasons = ({ reasons }: Pick<WeekRow, 'reasons'>): string =>
  reasons.length === 0 ? 'Unknown' : reasonsText(reasons);

/** Returns the interval that contains a time; `undefined` outside of the week. */
export const intervalAt = (
  intervals: readonly WeekInterval[],
  at: number,
): WeekInterval | undefined =>
  intervals.find(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to));

/** Pauses that stop the disruption of a row: those of consolidation stop only two reasons. */
export const pausesOfRow = ({ pool, reasons }: WeekRow): readonly WeekPause[] =>
  pool.pauses.filter(
    ({ stops }) =>
      stops !== 'CONSOLIDATION' ||
      reasons.some((reason) => reason === 'EMPTY' || reason === 'UNDERUTILIZED'),
  );
