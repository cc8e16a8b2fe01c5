import type { ClusterId, Instant } from '@kerf/core';
import type { PauseExtent } from '@kerf/engine';
import { type BrakeScope, clusterOfScope } from '../domain/brake/brake-scope.js';
import type { Pause, PauseCause, PauseEvidence } from '../domain/brake/pause.js';
import { kerfActor } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { kerfAuditActor } from '../recording/audit.js';
import { auditedPause, auditedTerms, publishPauses } from './end-pause.js';

/** A brake to engage. */
export interface Engagement {
  readonly cause: Exclude<PauseCause, 'User'>;
  readonly clusterId: ClusterId;
  /** `null`: the whole cluster. */
  readonly nodePool: string | null;
  readonly stops: PauseExtent;
  readonly reason: string;
  readonly evidence: PauseEvidence;
  readonly expiresAt: Instant | null;
}

/** Sets a pause as a brake of Kerf, with its audit entry. */
export async function engageBrake(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'meter'>,
  { cause, clusterId, nodePool, stops, reason, evidence, expiresAt }: Engagement,
): Promise<Pause> {
  const now = ports.clock.now();
  const scope: BrakeScope =
    nodePool === null ? { kind: 'Cluster', clusterId } : { kind: 'NodePool', clusterId, nodePool };
  const pause: Pause = {
    id: ports.ids.next('pau'),
    scope,
    stops,
    cause,
    reason,
    owner: kerfActor,
    setBy: kerfActor,
    setAt: now,
    expiresAt,
    evidence,
    releasedAt: null,
    releasedBy: null,
    version: 1,
  };
  await ports.store.transaction(async (tx) => {
    await tx.pauses.insert(pause);
    await tx.audit.add({
      id: ports.ids.next('aud'),
      at: now,
      actor: kerfAuditActor,
      action: 'brake.engage',
      object: await auditedPause(tx, pause),
      clusterId: clusterOfScope(scope),
      outcome: 'Done',
      comment: reason,
      before: null,
      after: auditedTerms(pause),
      requestId: null,
    });
    await publishPauses(tx, pause);
  });
  ports.meter.record(clusterId, [{ kind: 'BrakeEngaged', rule: evidence.rule }]);
  return pause;
}
