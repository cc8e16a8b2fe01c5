import type { DecisionId, MicroUsdPerHour } from '@kerf/core';
import { isReboot, listedPrice } from '@kerf/engine';
import {
  type Decision,
  type DecisionBody,
  kerfActor,
  type RemovedNode,
} from '../domain/decision/decision.js';
import { total } from '../domain/decision/listed-cost.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { publishDecision } from '../recording/publish-decision.js';
import { planDisruptionSoon } from './plan-disruption-soon.js';

/**
 * Records in the decisions that remove a NodeClaim that it is terminated, and closes each decision
 * when all of its NodeClaims are. Call it in the transaction that saves the NodeClaim.
 */
export async function settleDisruption(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
): Promise<void> {
  for (const id of await tx.decisions.removing(claim)) {
    await recordTerminated(ports, tx, claim, id);
    await closeWhenGone(ports, tx, id);
  }
}

/** Records in the decisions that remove a NodeClaim how a step of its termination ended. */
export async function recordRemovalStep(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  detail: string,
): Promise<void> {
  for (const id of await tx.decisions.removing(claim)) {
    await tx.decisions.addEvents(id, [
      {
        at: ports.clock.now(),
        kind: 'StepDone',
        actor: kerfActor,
        data: { nodeClaimId: claim.id, detail },
      },
    ]);
  }
}

/**
 * Records the end of a reboot in its decision: one that succeeded closes it, one that failed goes on with
 * the termination of the node. Call it in the transaction that saves the NodeClaim.
 */
export async function recordRebootEnd(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
): Promise<void> {
  const at = ports.clock.now();
  const { id: nodeClaimId, clusterId, reboot } = claim;
  for (const id of await tx.decisions.removing(claim)) {
    await tx.decisions.lock(id);
    const decision = await tx.decisions.find(id);
    if (decision?.executionStep !== 'RebootRequested') continue;
    const failure = reboot?.failure ?? null;
    const saved =
      failure === null
        ? await tx.decisions.save(
            moveDecision(decision, 'Executed', { finishedAt: at, executionStep: 'Rebooted' }),
            [{ at, kind: 'Executed', actor: kerfActor, data: { nodeClaimId, step: 'Rebooted' } }],
          )
        : await tx.decisions.save({ ...decision, executionStep: 'MarkedForDeletion' }, [
            {
              at,
              kind: 'StepDone',
              actor: kerfActor,
              data: { nodeClaimId, step: 'MarkedForDeletion', detail: failure },
            },
          ]);
    if (saved === null) continue;
    await publishDecision(tx, saved);
    if (saved.state === 'Executed') await planDisruptionSoon(ports, tx, clusterId);
  }
}

async function recordTerminated(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  id: DecisionId,
): Promise<void> {
  await tx.decisions.addEvents(id, [
    {
      at: ports.clock.now(),
      kind: 'NodeClaimTerminated',
      actor: kerfActor,
      data: {
        nodeClaimId: claim.id,
        ...(claim.nodeName === null ? {} : { nodeName: claim.nodeName }),
      },
    },
  ]);
}

/** Moves a decision to `Executed` when all of its NodeClaims are terminated. */
export async function closeWhenGone(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  id: DecisionId,
): Promise<void> {
  // The lock comes before the states are read. Without it, two NodeClaims that end at the same time
  // would each see the other one as it was, and neither transaction would close the decision.
  const locked = await tx.decisions.lock(id);
  if (locked === null || locked.state !== 'Executing') return;
  const claims = await tx.nodeClaims.progressOf(locked.nodeClaimIds);
  if (claims.some(({ state }) => state !== 'Terminated')) return;
  const decision = await tx.decisions.find(id);
  if (decision === null) return;
  const now = ports.clock.now();
  const saved = await tx.decisions.save(
    moveDecision(decision, 'Executed', {
      finishedAt: now,
      executionStep: 'Terminated',
      achievedSavingMicroUsdPerHour: await achievedSaving(tx, decision),
    }),
    [{ at: now, kind: 'Executed', actor: kerfActor, data: { step: 'Terminated' } }],
  );
  if (saved === null) return;
  await publishDecision(tx, saved);
  if (saved.body.type === 'Disrupt') await planDisruptionSoon(ports, tx, saved.clusterId);
}

/**
 * Returns the price of the removed nodes minus the price of the launched replacements; `null` when
 * one of them is unknown.
 */
async function achievedSaving(
  tx: Repositories,
  { body }: Decision,
): Promise<MicroUsdPerHour | null> {
  const leaving = savingCandidates(body);
  if (leaving === null) return null;
  const replacements = body.type === 'Disrupt' ? (body.replacementClaims ?? {}) : {};
  const claims = await Promise.all(Object.values(replacements).map((id) => tx.nodeClaims.find(id)));
  const before = total(leaving.map(listedPrice));
  const after = total(claims.map((claim) => claim?.instance?.priceMicroUsdPerHour ?? null));
  return before === null || after === null ? null : before - after;
}

/** Returns the removed nodes; `null` when the decision saves nothing because others replace them. */
function savingCandidates(body: DecisionBody): readonly RemovedNode[] | null {
  if (body.type === 'Disrupt') {
    const isReplacedLater = isReboot(body.command) || body.command.terminateFirst !== undefined;
    return isReplacedLater ? null : body.command.candidates;
  }
  return body.type === 'Remove' && body.reason === 'Overprovisioned' ? body.candidates : null;
}
