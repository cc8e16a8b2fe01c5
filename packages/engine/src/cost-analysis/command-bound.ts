// Method: Lagrangian relaxation of the command that saves most (see RunningBound.mostSaved).

import { deepFreeze } from '@kerf/core';
import { findUnproved } from '../bound/offer-check.js';
import { readCertificate } from '../bound/read-certificate.js';
import { type RemovableNodes, RunningBound } from '../bound/running-bound.js';
import type { BoundVerdict } from '../bound/verify-bound.js';
import { SavingProofWriter } from '../bound/write-saving-proof.js';
import { inspectNodes } from '../disruption/candidate.js';
import { budgetStatuses } from '../disruption/disruption-budget.js';
import { blockersOf } from '../disruption/methods/method.js';
import { methods } from '../disruption/methods/methods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command, CommandBound, DisruptionPlan } from '../model/command.js';
import { aimsAtSavings } from '../model/node-pool.js';
import { type CertifiedBound, certifiedBound } from './certified-bound.js';
import { runningNodes } from './running-nodes.js';

/** Returns the plan with a bound and its proof for each of its commands whose goal is to save. */
export function withCommandBounds(snapshot: ClusterSnapshot, plan: DisruptionPlan): DisruptionPlan {
  if (!plan.commands.some(hasGoal)) return plan;
  const certified = certifiedBound(snapshot);
  const { nodes, certificate } = certified;
  const removableBy = removableNodes(snapshot);
  const writer = new SavingProofWriter(snapshot, nodes, certified.parsed);
  const bounded = plan.commands.map((command) => {
    if (!hasGoal(command)) return { command, proof: null };
    const removable = removableBy(command);
    const bound = boundOf(command, certified, removable);
    return { command: { ...command, bound }, proof: writer.write(removable) };
  });
  return deepFreeze({
    ...plan,
    commands: bounded.map(({ command }) => command),
    certificate,
    proofs: bounded.map(({ proof }) => proof),
  });
}

/**
 * Checks the bound of a command from the snapshot and the certificate of its plan, in integers, with
 * no code of the optimizer.
 */
export function verifyCommandBound(
  snapshot: ClusterSnapshot,
  { certificate }: Pick<DisruptionPlan, 'certificate'>,
  command: Command,
): BoundVerdict {
  const { bound } = command;
  if (bound === undefined || certificate === undefined) return refuse('the command has no bound');
  const nodes = runningNodes(snapshot);
  const pods = [...nodes.priced.flatMap((node) => node.pods), ...snapshot.pods];
  const parsed = readCertificate({ pods, namespaces: snapshot.namespaces }, certificate);
  if (typeof parsed === 'string') return refuse(parsed);
  const unproved = findUnproved(snapshot, parsed, 0n);
  if (unproved !== null) return refuse(unproved);
  const { isExhaustive } = certificate;
  const proved = new RunningBound(snapshot, nodes, { ...parsed, isExhaustive }).mostSaved(
    removableNodes(snapshot)(command),
  );
  return bound.mostSavingMicroUsdPerHour >= proved
    ? { isProved: true, lowerBoundMicroUsdPerHour: bound.costMicroUsdPerHour - proved }
    : refuse(`the certificate proves savings of at most ${proved} only`);
}

const refuse = (problem: string): BoundVerdict => ({ isProved: false, problem });

const hasGoal = ({ reason, savingMicroUsdPerHour }: Command): boolean =>
  aimsAtSavings(reason) && savingMicroUsdPerHour !== null;

function boundOf(
  { savingMicroUsdPerHour }: Command,
  { nodes, bound }: CertifiedBound,
  removable: readonly RemovableNodes[],
): CommandBound {
  const saving = savingMicroUsdPerHour ?? 0;
  const cost = nodes.priced.reduce((sum, { priceMicroUsdPerHour: price }) => sum + price, 0);
  const most = Math.min(cost, Math.max(saving, bound.mostSaved(removable)));
  const least = cost - most;
  return {
    costMicroUsdPerHour: cost,
    mostSavingMicroUsdPerHour: most,
    gapRatio: least === 0 ? 0 : (cost - saving) / least - 1,
  };
}

/** Returns a function that returns the nodes which commands like this one may remove, by NodePool. */
function removableNodes(
  snapshot: ClusterSnapshot,
): (command: Pick<Command, 'method' | 'reason'>) => readonly RemovableNodes[] {
  const { candidates } = inspectNodes(snapshot);
  const statuses = budgetStatuses(snapshot);
  return ({ method: name, reason }) => {
    const method = methods.find((one) => one.name === name);
    if (method === undefined) return [];
    const eligible = candidates.filter(
      (one) => method.appliesTo(one) && blockersOf(method, one, snapshot.now).length === 0,
    );
    const byPool = Map.groupBy(eligible, ({ nodePool }) => nodePool.name);
    return statuses
      .filter((status) => status.reason === reason)
      .map(({ nodePool, allowed }) => ({
        nodes: new Set((byPool.get(nodePool) ?? []).map(({ node }) => node.name)),
        allowed,
      }));
  };
}
