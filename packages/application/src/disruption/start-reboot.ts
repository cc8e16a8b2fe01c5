import type { Command } from '@kerf/engine';
import { type Decision, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { newReboot } from '../domain/node-claim/claim-reboot.js';
import { lengthOf } from '../domain/node-claim/claim-terms.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';
import { changedByOther } from '../recording/request-termination.js';
import { saveClaim } from '../recording/save-claim.js';
import { nodeOf } from '../snapshot/claim-node.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';
import { withCommand } from './validate-decision.js';

/**
 * Starts the execution of a reboot: from then on, `rebootNodeClaim` takes its steps.
 * @throws STATE.CONFLICT with a retry when another writer has changed the NodeClaim first
 */
export async function startReboot(
  ports: Pick<Ports, 'store' | 'clock' | 'meter'>,
  { decision, command }: { readonly decision: Decision; readonly command: Command },
  { view }: Pick<LoadedSnapshot, 'view'>,
): Promise<void> {
  const at = ports.clock.now();
  const [candidate] = command.candidates;
  const repair = candidate?.repair;
  if (candidate === undefined || repair === undefined) return;
  const started = await ports.store.transaction(async (tx) => {
    const step = 'RebootRequested';
    const saved = await tx.decisions.save(
      moveDecision(withCommand(decision, command), 'Executing', { executionStep: step }),
      [
        { at, kind: 'ExecutionStarted', actor: kerfActor, data: {} },
        { at, kind: 'StepDone', actor: kerfActor, data: { step } },
      ],
    );
    if (saved === null) return false;
    const claim = await tx.nodeClaims.find(candidate.nodeClaimId);
    if (claim?.state !== 'Initialized') throw changedByOther(claim?.name);
    const { condition } = repair;
    const graceMs = lengthOf(claim.terms.terminationGracePeriod) ?? Infinity;
    const drainMs = Math.min(repair.drainMs, graceMs);
    const { reason = '' } =
      nodeOf(claim, view.nodes)?.unhealthyConditions.find(({ type }) => type === condition) ?? {};
    const reboot = newReboot(claim.reboot, { cause: `${condition}/${reason}`, drainMs }, at);
    const next = ['node-claim.reboot'] as const;
    const requested = await saveClaim(ports, tx, { ...claim, reboot }, { next });
    if (requested === null) throw changedByOther(claim.name);
    await publishDecision(tx, saved);
    return true;
  });
  if (started) ports.meter.record(decision.clusterId, [{ kind: 'CommandStarted', command }]);
}
