import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import { evaluate } from '../evaluate.js';
import { noEvaluations } from '../evaluation-order.js';
import { afterCommands } from './after-command.js';

/** A cluster after the commands that evaluations find, one after the other. */
export interface ConsolidatedCluster {
  readonly snapshot: ClusterSnapshot;
  /** Names of the nodes that were there before, and are gone. */
  readonly removed: ReadonlySet<string>;
  /** False if evaluations would find more to do. */
  readonly isSettled: boolean;
}

/** How much of the future is simulated. */
interface Horizon {
  readonly maxEvaluations: number;
  readonly maxSimulations: number;
}

/**
 * Returns the cluster as disruption leaves it, with the whole budget for each command; or as it is
 * when the horizon is reached.
 */
export function consolidated(
  start: ClusterSnapshot,
  { maxEvaluations, maxSimulations }: Horizon,
): ConsolidatedCluster {
  const effort = { simulations: 0 };
  const removed = new Set<string>();
  let snapshot = start;
  let cursor = noEvaluations;
  for (let step = 1; step <= maxEvaluations; step += 1) {
    const { plan } = evaluate(snapshot, { cursor, effort, widens: true, regroups: true });
    if (plan.commands.length === 0) return { snapshot, removed, isSettled: true };
    if (effort.simulations > maxSimulations) break;
    cursor = plan.cursor;
    snapshot = afterCommands(snapshot, plan.commands, step);
    for (const { candidates } of plan.commands) {
      for (const { nodeName } of candidates) removed.add(nodeName);
    }
  }
  return { snapshot, removed, isSettled: false };
}
