import type { DurationMs, Instant } from '@kerf/core';
import { budgetLimit } from '@kerf/engine';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import type { BudgetSchedule } from '../ports/budget-schedule.js';
import { toNodePoolModel } from '../snapshot/to-node-pool.js';

/** The least time to replace drifted nodes, or why it is unknown. */
export type ReplacementTime =
  | { readonly kind: 'AtLeast'; readonly ms: DurationMs }
  | { readonly kind: 'Unknown'; readonly reason: string };

/** Nodes of one NodePool that are replaced because they drift. */
export interface DriftedNodes {
  readonly name: string;
  /** With the budgets that are in force then. */
  readonly spec: NodePoolManifest;
  /** Number of its nodes, by which percentages are computed. */
  readonly nodes: number;
  readonly drifting: number;
}

interface Terms {
  readonly now: Instant;
  readonly schedule: BudgetSchedule;
  /** Time from the request of a node until it is initialized. */
  readonly startMs: DurationMs;
}

/** A budget that allows nothing for longer is as good as one that never does. */
const horizonDays = 30;
const horizonMs = horizonDays * 86_400_000;
/** Windows of a schedule that are looked at; one each minute would be half a million. */
const maxWindows = 1_000;

/**
 * Returns the least time in which the disruption budgets of a NodePool allow to replace nodes, if each
 * of them needs a new node that starts in this time: as many at a time as the budgets allow, in the
 * windows of their schedules.
 */
export function replacementTime(
  { name, spec, nodes, drifting }: DriftedNodes,
  { now, schedule, startMs }: Terms,
): ReplacementTime {
  let at = now;
  let left = drifting;
  for (let window = 0; window < maxWindows && at - now <= horizonMs; window += 1) {
    const pool = toNodePoolModel({
      name,
      spec,
      schedule,
      usage: {},
      notReady: null,
      refusal: undefined,
      now: at,
    });
    const { permitted: allowed } = budgetLimit(pool, 'Drifted', nodes);
    const changes = pool.disruption.budgets.flatMap(({ changesAt }) => changesAt ?? []);
    const until = Math.min(...changes, Infinity);
    // The last nodes of a window are begun before it ends.
    const rounds = allowed === 0 ? 0 : Math.ceil(left / allowed);
    const begun = Math.min(rounds, Math.ceil((until - at) / Math.max(1, startMs)));
    if (begun === rounds && rounds > 0) {
      return { kind: 'AtLeast', ms: at - now + rounds * startMs };
    }
    if (until === Infinity) break;
    left -= begun * allowed;
    at = until;
  }
  return {
    kind: 'Unknown',
    reason: `the disruption budgets of NodePool ${name} do not allow it within ${horizonDays} days`,
  };
}
