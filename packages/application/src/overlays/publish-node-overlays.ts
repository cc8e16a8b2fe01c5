import { assertNever, type ClusterId, compareText } from '@kerf/core';
import { type OverlaidCatalog, type OverlayConflict } from '@kerf/engine';
import { connectionOf, type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { type NodeOverlayRow, type NodeOverlayState } from '../domain/read-model/rows.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import { type ClusterView } from '../ports/cluster-cache.js';
import { type NotedEvent } from '../ports/cluster-event-recorder.js';
import { type DefinitionStatus } from '../ports/cluster-gateway.js';
import { type Ports } from '../ports/ports.js';
import { objectRefused } from '../recording/events.js';
import { recordReadability } from '../recording/record-readability.js';
import { instanceTypesByNodePool } from '../snapshot/instance-types-by-node-pool.js';
import { loadOfferings } from '../snapshot/load-offerings.js';
import { overlaidCatalog } from '../snapshot/overlaid-catalog.js';
import { type ReadNodeOverlay, readNodeOverlays } from '../snapshot/read-node-overlays.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

type PublishPorts = Pick<
  Ports,
  'store' | 'clock' | 'gateway' | 'cache' | 'memory' | 'manifests' | 'instanceTypes' | 'events'
>;

/**
 * Reports whether each NodeOverlay of a cluster is applied, on pages and in the object's status,
 * and records a finding when Kerf may not read them. An unchanged report writes nothing.
 */
export async function publishNodeOverlays(
  ports: PublishPorts,
  { clusterId }: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return done;
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  const rows = await toRows(ports, cluster, view);
  // Also of an unchanged report: Events end before the refusal does.
  if (cluster.mode !== 'observe') ports.events.record(clusterId, rows.flatMap(refusedEvent));
  const reported = JSON.stringify([
    cluster.mode,
    view.unreadableKinds,
    view.nodeOverlays.map(({ uid, generation }) => [uid, generation]),
    rows,
  ]);
  if (ports.memory.published.isOverlayStatus(clusterId, reported)) return done;
  await record(ports, cluster, view, rows);
  const sweep = new Sweep();
  await sweep.each(
    cluster.mode === 'observe' ? [] : rows,
    ({ name }) => named('NodeOverlay', name),
    ({ name, state }) => {
      const object = view.nodeOverlays.find((overlay) => overlay.name === name);
      const status = { generation: object?.generation ?? null, ...toStatus(state) };
      return ports.gateway.applyDefinitionStatus(
        connectionOf(cluster),
        'NodeOverlay',
        name,
        status,
      );
    },
  );
  // Nothing is remembered as published after a refusal, so the next run writes it.
  sweep.conclude();
  ports.memory.published.setOverlayStatus(clusterId, reported);
  return done;
}

const refusedEvent = ({ name, state }: NodeOverlayRow): readonly NotedEvent[] =>
  state.kind === 'Refused'
    ? [
        objectRefused(
          { kind: 'NodeOverlay', name, uid: null },
          `${state.problems.join('; ')}. Until this is corrected, nothing of the NodeOverlay applies.`,
        ),
      ]
    : [];

async function toRows(
  ports: PublishPorts,
  cluster: KnownCluster,
  { nodeOverlays }: ClusterView,
): Promise<readonly NodeOverlayRow[]> {
  if (nodeOverlays.length === 0) return [];
  const { store } = ports;
  const now = ports.clock.now();
  const nodeClasses = await store.definitions.nodeClasses(cluster.id);
  const [nodePools, offerings] = await Promise.all([
    store.definitions.nodePools(cluster.id),
    loadOfferings(store, cluster, { now, nodeClasses }),
  ]);
  const catalog = overlaidCatalog(ports, {
    clusterId: cluster.id,
    nodeOverlays,
    nodePools,
    instanceTypes: instanceTypesByNodePool(ports, offerings, nodePools, nodeClasses),
  });
  return readNodeOverlays(ports.manifests, nodeOverlays)
    .map((reading) => ({
      clusterId: cluster.id,
      name: reading.name,
      spec: reading.kind === 'Read' ? reading.spec : null,
      state: stateOf(reading, catalog),
    }))
    .toSorted((a, b) => compareText(a.name, b.name));
}

function stateOf(
  reading: ReadNodeOverlay,
  { conflicts, reaches }: OverlaidCatalog,
): NodeOverlayState {
  if (reading.kind === 'Refused') return { kind: 'Refused', problems: reading.problems };
  const conflict = conflicts.find(({ overlay }) => overlay === reading.name);
  if (conflict !== undefined) {
    const { overlay: _, ...others } = conflict;
    return { kind: 'Conflict', ...others };
  }
  const reach = reaches.find(({ overlay }) => overlay === reading.name);
  return {
    kind: 'Applied',
    nodePools: reach?.nodePools ?? [],
    instanceTypes: reach?.instanceTypes ?? 0,
  };
}

async function record(
  ports: PublishPorts,
  { id: clusterId }: KnownCluster,
  { unreadableKinds }: ClusterView,
  rows: readonly NodeOverlayRow[],
): Promise<void> {
  const at = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    await tx.readModel.saveNodeOverlays(clusterId, rows);
    await recordReadability(tx, overlayKind, { clusterId, unreadableKinds, at });
    await tx.changes.publish({ topic: 'definition', clusterId, id: null, version: at });
  });
}

const overlayKind = {
  name: 'nodeoverlays.karpenter.sh',
  plural: 'NodeOverlays',
  consequence: 'it makes decisions without them',
};

function toStatus(state: NodeOverlayState): Omit<DefinitionStatus, 'generation'> {
  switch (state.kind) {
    case 'Applied':
      return {
        conditions: [
          {
            type: 'ValidationSucceeded',
            status: 'True',
            reason: 'ValidationSucceeded',
            message: '',
          },
          { type: 'Ready', status: 'True', reason: 'Ready', message: '' },
        ],
        fields: {},
      };
    case 'Conflict':
      return refusal('Conflict', conflictSentence(state));
    case 'Refused':
      return refusal('RuntimeValidation', state.problems.join('; '));
    default:
      return assertNever(state);
  }
}

function refusal(reason: string, message: string): Omit<DefinitionStatus, 'generation'> {
  return {
    conditions: [
      { type: 'ValidationSucceeded', status: 'False', reason, message },
      { type: 'Ready', status: 'False', reason: 'NotReady', message },
    ],
    fields: {},
  };
}

/** Returns a sentence that names the conflicting NodeOverlay and the field in conflict. */
export function conflictSentence({
  with: other,
  about,
  instanceType,
  nodePool,
}: Omit<OverlayConflict, 'overlay'>): string {
  return `NodeOverlay ${other} has the same weight and sets the ${about === 'price' ? 'price' : `resource ${about}`} of ${instanceType} in NodePool ${nodePool}`;
}
