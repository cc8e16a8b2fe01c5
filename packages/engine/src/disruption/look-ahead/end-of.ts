import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { DisruptionPlan } from '../../model/command.js';
import { priceOf } from '../../model/node.js';
import { evaluate } from '../evaluate.js';
import { requiredSavingOf } from '../min-saving.js';
import { afterCommands } from './after-command.js';

/** A cluster in which disruption finds nothing more to do. */
export interface ClusterEnd {
  /** Price of the nodes whose price is known, and of the moves until then. */
  readonly costMicroUsdPerHour: MicroUsdPerHour;
  readonly podsMoved: number;
}

/**
 * Number of simulations after which the end counts as too far away. Pending pods may wait for an
 * evaluation, so it has to be short: about 0.1 s.
 */
const maxSimulations = 400;

/**
 * Returns where the cluster ends if it carries out the plan, and then what evaluations find; `null`
 * if that is too far away to simulate.
 */
export function endOf(
  start: ClusterSnapshot,
  first: DisruptionPlan,
  { widens }: { readonly widens: boolean },
): ClusterEnd | null {
  const effort = { simulations: 0 };
  let snapshot = start;
  let plan = first;
  let podsMoved = 0;
  let movesMicroUsdPerHour = 0;
  for (let step = 1; plan.commands.length > 0; step += 1) {
    if (effort.simulations > maxSimulations) return null;
    snapshot = afterCommands(snapshot, plan.commands, step);
    for (const command of plan.commands) {
      podsMoved += command.moves.length;
      const { perPodMoveMicroUsdPerHour } = requiredSavingOf(start, command);
      movesMicroUsdPerHour += command.moves.length * perPodMoveMicroUsdPerHour;
    }
    ({ plan } = evaluate(snapshot, {
      cursor: plan.cursor,
      effort,
      widens,
      regroups: false,
    }));
  }
  return { costMicroUsdPerHour: priceOf(snapshot.nodes) + movesMicroUsdPerHour, podsMoved };
}

/** Returns true if the end costs less, or as much with fewer pods moved. */
export const isCheaperEnd = (end: ClusterEnd, other: ClusterEnd): boolean =>
  end.costMicroUsdPerHour < other.costMicroUsdPerHour ||
  (end.costMicroUsdPerHour === other.costMicroUsdPerHour && end.podsMoved < other.podsMoved);
