import { type ClusterId, compareText, type DurationMs } from '@kerf/core';
import { bufferPodUid } from '@kerf/engine';
import { connectionOf, type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import { type BufferRecord } from '../domain/buffer/capacity-buffer.js';
import { Sweep } from '../domain/operation/sweep.js';
import { done, doneUntil, type JobOutcome } from '../domain/use-case-outcome.js';
import { type ClusterView } from '../ports/cluster-cache.js';
import { type NotedEvent } from '../ports/cluster-event-recorder.js';
import { type Ports } from '../ports/ports.js';
import { addToBatch } from '../provisioning/api.js';
import { objectRefused } from '../recording/events.js';
import { recordReadability } from '../recording/record-readability.js';
import { loadSnapshot, type SnapshotPorts } from '../snapshot/load-snapshot.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { bufferStatus } from './buffer-status.js';
import { bufferObject, evaluateBuffers } from './evaluate-buffers.js';

type ReconcilePorts = SnapshotPorts & Pick<Ports, 'ids' | 'gateway' | 'events'>;

/** Interval at which unchanged buffers are resolved again. Source: karpenter. */
const pollEveryMs: DurationMs = 30_000;
const bufferKind = {
  name: 'capacitybuffers.autoscaling.x-k8s.io',
  plural: 'CapacityBuffers',
  consequence: 'it keeps no capacity for them',
};

/**
 * Reconciles the CapacityBuffers of a cluster: resolves them when they change and every 30 s,
 * requests a solve when the cluster differs from the last solved state, and writes the result to
 * their status.
 */
export async function reconcileCapacityBuffers(
  ports: ReconcilePorts,
  { clusterId }: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return done;
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  const now = ports.clock.now();
  const last = ports.memory.published.bufferInputs(clusterId);
  const isDue =
    last === null || last.objects !== view.capacityBuffers || now - last.at >= pollEveryMs;
  const known = await ports.store.capacityBuffers.list(clusterId);
  const sweep = new Sweep();
  const records = isDue ? await evaluate(ports, cluster, { view, known, sweep }) : known;
  if (isDue) {
    const { unreadableKinds } = view;
    const isUnreadable = unreadableKinds.includes(bufferKind.name);
    if (last?.isUnreadable !== isUnreadable) {
      await recordReadability(ports.store, bufferKind, { clusterId, unreadableKinds, at: now });
    }
    ports.memory.published.retainBuffers(clusterId, new Set(records.map(({ uid }) => uid)));
    const whole = { kind: 'Cluster', id: clusterId, name: cluster.name } as const;
    await sweep.attempt(whole, () => requestSolve(ports, cluster, records));
    // After a failure the next run looks at them again.
    if (sweep.failures.length === 0) {
      ports.memory.published.setBufferInputs(clusterId, {
        objects: view.capacityBuffers,
        at: now,
        isUnreadable,
      });
    }
  }
  if (cluster.mode !== 'observe') await publish(ports, cluster, { records, sweep });
  sweep.conclude();
  const { at } = ports.memory.published.bufferInputs(clusterId) ?? { at: now };
  return doneUntil(records.length === 0 ? null : at + pollEveryMs);
}

interface BuffersSeen {
  readonly view: ClusterView;
  readonly known: readonly BufferRecord[];
  readonly sweep: Sweep;
}

async function evaluate(
  ports: ReconcilePorts,
  cluster: KnownCluster,
  { view, known, sweep }: BuffersSeen,
): Promise<readonly BufferRecord[]> {
  const { id: clusterId } = cluster;
  const looks = await evaluateBuffers(ports, connectionOf(cluster), {
    objects: view.capacityBuffers,
    known,
    sweep,
  });
  const records = looks.map(({ object, ...seen }): BufferRecord => {
    const { namespace, name, uid, generation } = object;
    const outcome = known.find((one) => one.uid === uid)?.outcome ?? null;
    return { clusterId, namespace, name, uid, generation, ...seen, outcome };
  });
  const textOf = (all: readonly BufferRecord[]): string => ports.digest.of(all.toSorted(byName));
  if (textOf(records) === textOf(known)) return known;
  await ports.store.transaction(async (tx) => {
    await tx.capacityBuffers.replaceAll(clusterId, records);
    const version = ports.clock.now();
    await tx.changes.publish({ topic: 'definition', clusterId, id: null, version });
  });
  return records;
}

const byName = (a: BufferRecord, b: BufferRecord): number =>
  compareText(`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`);

/**
 * Requests a solve for the buffers, because their units are no pending pods that would trigger one.
 */
async function requestSolve(
  ports: ReconcilePorts,
  { id: clusterId }: KnownCluster,
  records: readonly BufferRecord[],
): Promise<void> {
  // One unit per buffer is enough: a solve always considers all units.
  const podUids = records.flatMap(({ resolved }) =>
    resolved === null || resolved.units === 0 ? [] : [bufferPodUid(resolved.buffer, 0)],
  );
  if (podUids.length === 0) return;
  const { stateDigest } = await loadSnapshot(ports, clusterId);
  if (ports.memory.plans.wasSolved(clusterId, stateDigest)) return;
  await ports.store.transaction((tx) => addToBatch(ports, tx, { clusterId, podUids }));
}

async function publish(
  ports: ReconcilePorts,
  cluster: KnownCluster,
  { records, sweep }: { readonly records: readonly BufferRecord[]; readonly sweep: Sweep },
): Promise<void> {
  ports.events.record(cluster.id, records.flatMap(refusedEvent));
  await sweep.each(records, bufferObject, async (record) => {
    const { uid, namespace, name } = record;
    const status = bufferStatus(record);
    if (status === null) return;
    const text = JSON.stringify([record.generation, status]);
    if (ports.memory.published.isBufferStatus(cluster.id, uid, text)) return;
    await ports.gateway.applyBufferStatus(connectionOf(cluster), { namespace, name }, status);
    ports.memory.published.setBufferStatus(cluster.id, uid, text);
  });
}

/** Also of an unchanged buffer: Events end before the refusal does. */
const refusedEvent = ({ spec, problems, ...object }: BufferRecord): readonly NotedEvent[] => {
  if (spec !== null) return [];
  const { namespace, name, uid } = object;
  const consequence = 'Until this is corrected, no capacity is kept for the CapacityBuffer.';
  const about = { kind: 'CapacityBuffer', namespace, name, uid } as const;
  return [objectRefused(about, `${problems.join('; ')}. ${consequence}`)];
};
