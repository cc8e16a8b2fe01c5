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
  const decision = (await tx.decisions.open(claim.clusterId)).find(
    ({ state, kind, nodeClaimIds }) =>
      state === 'Executing' && kind !== 'Provision' && nodeClaimIds.includes(claim.id),
  );
  if (decision === undefined) return;
  await tx.decisions.addEvent(decision.id, {
    at: ports.clock.now(),
    kind: 'NodeClaimTerminated',
    actor: kerfActor,
    data: {
      nodeClaimId: claim.id,
      ...(claim.nodeName === null ? {} : { nodeName: claim.nodeName }),
    },
  });
  await closeWhenGone(ports, tx, decision);
}

/** Executed, when none of its claims is left. */
export async function closeWhenGone(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  decision: Decision,
): Promise<void> {
  const claims = await Promise.all(decision.nodeClaimIds.map((id) => tx.nodeClaims.find(id)));
  if (claims.some((claim) => claim !== null && claim.state !== 'Terminated')) return;
  const now = ports.clock.now();
  const saved = await tx.decisions.save(
    moveDecision(decision, 'Executed', { finishedAt: now, executionStep: 'Terminated' }),
    [{ at: now, kind: 'Executed', actor: kerfActor, data: { step: 'Terminated' } }],
  );
  if (saved !== null) await publishDecision(tx, saved);
}
