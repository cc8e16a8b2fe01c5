import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { DisruptionPlan } from '../../model/command.js';
import { priceOf } from '../../model/node.js';
import { evaluate } from '../evaluate.js';
import { requiredSavingOf } from '../min-saving.js';
import { afterCommands } from './after-command.js';

/** A cluster in which disruption finds nothing more to do, or the last one that was simulated. */
export interface ClusterEnd {
  /** Price of the nodes whose price is known, and of the moves until then. */
  readonly costMicroUsdPerHour: MicroUsdPerHour;
  readonly podsMoved: number;
}

/**
 * Number of simulations after which an end that is further away is not looked for. Pending pods may
 * wait for an evaluation, so it has to be short: about 0.1 s.
 */
const maxSimulations = 400;

/**
 * Returns where the cluster ends if it carries out the plan, and then what evaluations find; how far it
 * comes within a number of simulations if that is too far away. Each further command lowers the costs,
 * so it ends with no higher ones than these.
 */
export function endOf(
  start: ClusterSnapshot,
  first: DisruptionPlan,
  { widens }: { readonly widens: boolean },
): ClusterEnd {
  const effort = { simulations: 0 };
  let snapshot = start;
  let plan = first;
  let podsMoved = 0;
  let movesMicroUsdPerHour = 0;
  for (let step = 1; plan.commands.length > 0; step += 1) {
    if (effort.simulations > maxSimulations) break;
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
