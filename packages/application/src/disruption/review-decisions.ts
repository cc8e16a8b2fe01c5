import { approvalFor } from '@kerf/engine';
import { kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { decisionsBefore, withOpenCommands } from '../domain/decision/open-commands.js';
import { withoutDecision } from '../domain/decision/without-decision.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';
import { staticPoolOf } from '../recording/static-pool-state.js';
import { supersede } from '../recording/supersede.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

/**
 * Reviews decisions that are awaiting approval, or only shown, against the current state of the
 * cluster. A decision past its `expiresAt` expires. A decision that is no longer valid for its
 * nodes or pods is superseded, so that users approve only current plans; so is a disruption that was
 * proposed in another mode of the cluster: in the present one it is proposed again.
 */
export async function reviewDecisions(
  ports: Pick<Ports, 'store' | 'clock' | 'engine'>,
  loaded: LoadedSnapshot,
): Promise<void> {
  const now = ports.clock.now();
  const pending = new Set(loaded.snapshot.pods.map((pod) => pod.uid));
  for (const decision of loaded.decisions) {
    const isObserveOnly = decision.verdict.kind === 'ObserveOnly';
    if (decision.state !== 'AwaitingApproval' && !isObserveOnly) continue;
    if (decision.expiresAt !== null && decision.expiresAt <= now) {
      await ports.store.transaction(async (tx) => {
        const saved = await tx.decisions.save(
          moveDecision(decision, 'Expired', { finishedAt: now }),
          [{ at: now, kind: 'Expired', actor: kerfActor, data: {} }],
        );
        if (saved !== null) await publishDecision(tx, saved);
      });
      continue;
    }
    const { body } = decision;
    // The reconciliation of static NodePools reviews these decisions.
    if (staticPoolOf(body) !== null) continue;
    if (body.type === 'Provision') {
      const uids = body.result.newNodeClaims.flatMap((claim) => claim.podUids);
      if (uids.some((uid) => pending.has(uid))) continue;
      await ports.store.transaction((tx) =>
        supersede(ports, tx, decision, { detail: 'its pods are no longer pending' }),
      );
      continue;
    }
    // Other removals require no approval.
    if (body.type === 'Remove') continue;
    const { mode } = loaded.cluster;
    if (decision.verdict.kind !== approvalFor(mode, 'Disrupt').kind) {
      // It holds its nodes, and would wait for an approval that is not needed or not possible now.
      await ports.store.transaction((tx) =>
        supersede(ports, tx, decision, { detail: `the mode of the cluster is now ${mode}` }),
      );
      continue;
    }
    const verdict = await ports.engine.validateCommand(
      withOpenCommands(
        withoutDecision(loaded.snapshot, decision.id),
        decisionsBefore(loaded.decisions, decision),
      ),
      body.command,
    );
    if (verdict.kind === 'Valid') continue;
    await ports.store.transaction((tx) =>
      supersede(ports, tx, decision, {
        detail: 'the cluster has changed',
        dropped: verdict.dropped,
      }),
    );
  }
}
