import type { DecisionId, MicroUsdPerHour } from '@kerf/core';
import type { NodeClaim } from '../node-claims/node-claim.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { type Decision, kerfActor } from './decision.js';
import { moveDecision } from './move-decision.js';
import { publishDecision } from './publish-decision.js';

/**
 * Notes in the disruption that took a claim away that it is gone, and closes the decision when all
 * of its claims are. Call it in the transaction that saved the claim.
 */
export async function settleDisruption(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
): Promise<void> {
  for (const decision of await removalsOf(tx, claim)) {
    await noteTerminated(ports, tx, claim, decision);
    await closeWhenGone(ports, tx, decision.id);
  }
}

/** Notes in the disruption that takes a claim away which pods went down with its instance. */
export async function noteKeptPods(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  keptPods: readonly string[],
): Promise<void> {
  if (keptPods.length === 0) return;
  for (const decision of await removalsOf(tx, claim)) {
    await tx.decisions.addEvent(decision.id, {
      at: ports.clock.now(),
      kind: 'StepDone',
      actor: kerfActor,
      data: {
        nodeClaimId: claim.id,
        detail: `still there when the instance ended: ${keptPods.join(', ')}`,
      },
    });
  }
}

/** A claim that a warning hit while a disruption took it away has two. */
async function removalsOf(tx: Repositories, claim: NodeClaim): Promise<readonly Decision[]> {
  return (await tx.decisions.open(claim.clusterId)).filter(
    ({ state, kind, nodeClaimIds }) =>
      state === 'Executing' && kind !== 'Provision' && nodeClaimIds.includes(claim.id),
  );
}

async function noteTerminated(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  decision: Decision,
): Promise<void> {
  await tx.decisions.addEvent(decision.id, {
    at: ports.clock.now(),
    kind: 'NodeClaimTerminated',
    actor: kerfActor,
    data: {
      nodeClaimId: claim.id,
      ...(claim.nodeName === null ? {} : { nodeName: claim.nodeName }),
    },
  });
}

/** Executed, when none of its claims is left. */
export async function closeWhenGone(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  id: DecisionId,
): Promise<void> {
  const decision = await tx.decisions.findLocked(id);
  if (decision === null || decision.state !== 'Executing') return;
  const claims = await Promise.all(
    decision.nodeClaimIds.map((claimId) => tx.nodeClaims.find(claimId)),
  );
  if (claims.some((claim) => claim !== null && claim.state !== 'Terminated')) return;
  const now = ports.clock.now();
  const saved = await tx.decisions.save(
    moveDecision(decision, 'Executed', {
      finishedAt: now,
      executionStep: 'Terminated',
      achievedSavingMicroUsdPerHour: await achievedSaving(tx, decision),
    }),
    [{ at: now, kind: 'Executed', actor: kerfActor, data: { step: 'Terminated' } }],
  );
  if (saved !== null) await publishDecision(tx, saved);
}

/** Price of what went less that of what was really bought instead; `null` when one is unknown. */
async function achievedSaving(
  tx: Repositories,
  { body }: Decision,
): Promise<MicroUsdPerHour | null> {
  if (body.type !== 'Disrupt') return null;
  const bought = await Promise.all(
    Object.values(body.replacementClaims ?? {}).map((id) => tx.nodeClaims.find(id)),
  );
  const gone = body.command.candidates.map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour);
  const paid = bought.map((claim) => claim?.instance?.priceMicroUsdPerHour ?? null);
  const total = (prices: readonly (number | null)[]): number | null =>
    prices.reduce((sum, price) => (sum === null || price === null ? null : sum + price), 0);
  const [before, after] = [total(gone), total(paid)];
  return before === null || after === null ? null : before - after;
}
