import type { ClusterId } from '@kerf/core';
import { clusterOfScope, scopeText } from '../domain/brake/brake-scope.js';
import type { Pause } from '../domain/brake/pause.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { addToBatch } from '../provisioning/api.js';
import { reconcileStaticPoolsAt } from '../recording/reconcile-static-pools-soon.js';

/** The actor and reason of the release of a pause. */
interface Release {
  readonly actor: AuditEntry['actor'];
  readonly comment: string | null;
  readonly requestId: string | null;
}

/**
 * Releases a pause, with its audit entry. Work that it blocked is planned again.
 * @returns `null` when another writer changed it first
 */
export async function endPause(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  pause: Pause,
  { actor, comment, requestId }: Release,
): Promise<Pause | null> {
  const now = ports.clock.now();
  const released = await tx.pauses.save({ ...pause, releasedAt: now, releasedBy: actor.name });
  if (released === null) return null;
  await tx.audit.add({
    id: ports.ids.next('aud'),
    at: now,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    action: pause.cause === 'User' ? 'pause.release' : 'brake.release',
    object: await auditedPause(tx, pause),
    clusterId: clusterOfScope(pause.scope),
    outcome: 'Done',
    comment,
    before: auditedTerms(pause),
    after: auditedTerms(released),
    requestId,
  });
  await publishPauses(tx, released);
  await replanAfterPause(ports, tx, released);
  return released;
}

/** Returns a pause as the object of an audit entry. */
export async function auditedPause(
  tx: Pick<Repositories, 'clusters'>,
  { id, scope }: Pause,
): Promise<AuditEntry['object']> {
  const clusterId = clusterOfScope(scope);
  const cluster = clusterId === null ? null : await tx.clusters.find(clusterId);
  return { kind: 'Pause', id, name: scopeText(scope, { cluster: cluster?.name ?? null }) };
}

/**
 * Returns a pause as audit entries show it before and after a write. The figures of the rule `SpendRise` are
 * amounts, in micro-USD per hour, so their names end with that unit.
 */
export function auditedTerms({ evidence, ...pause }: Pause): unknown {
  if (evidence?.rule !== 'SpendRise') return { ...pause, evidence };
  const { observed, threshold, ...others } = evidence;
  const amounts = { observedMicroUsdPerHour: observed, thresholdMicroUsdPerHour: threshold };
  return { ...pause, evidence: { ...others, ...amounts } };
}

/** Notifies live pages. */
export function publishPauses(
  tx: Pick<Repositories, 'changes'>,
  { id, scope, version }: Pause,
): Promise<void> {
  return tx.changes.publish({ topic: 'pause', clusterId: clusterOfScope(scope), id, version });
}

/** Plans again what a released pause held: unschedulable pods, and static NodePools. */
export async function replanAfterPause(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  { scope, stops }: Pick<Pause, 'scope' | 'stops'>,
): Promise<void> {
  if (stops !== 'DisruptionAndLaunches') return;
  const clusterId = clusterOfScope(scope);
  const clusters: readonly ClusterId[] =
    clusterId === null ? (await tx.clusters.list()).map(({ id }) => id) : [clusterId];
  for (const id of clusters) {
    await addToBatch(ports, tx, {
      clusterId: id,
      podUids: [`pause-released-${ports.ids.suffix(8)}`],
    });
    await tx.outbox.add([reconcileStaticPoolsAt(id, ports.clock.now())]);
  }
}
