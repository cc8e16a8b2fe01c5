import {
  annotationKeys,
  type ClusterId,
  type DurationMs,
  hasErrorCode,
  labelKeys,
  messageOf,
} from '@kerf/core';
import { type BoundPod, type DisruptionPlan, namespacedName } from '@kerf/engine';
import { connectionOf } from '../clusters/api.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { AnnotationChange } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';
import { type DeletionCosts, deletionCosts, leastDeletionCost } from './deletion-order.js';

type WritePorts = Pick<Ports, 'store' | 'clock' | 'gateway' | 'memory' | 'meter'>;

/** Costs are written at most this often. */
const writeEveryMs: DurationMs = 60_000;
/** Ranked and other nodes whose pods are written at a time; nodes that are being removed come on top. */
const maxNodesAtOnce = 50;
const writesAtOnce = 16;

const findingCode = 'DELETION_COST_NOT_WRITTEN';
const findingObject = 'Pods';

/**
 * Writes the deletion cost of pods of ReplicaSets, so that a scale-down empties the nodes first that
 * consolidation would remove; and removes the costs that Kerf has written where none is due, also
 * once the setting is off. A cost of another writer stays; the finding `DELETION_COST_NOT_WRITTEN` names
 * such pods, and failed writes, which are repeated after a minute.
 * Source: karpenter pkg/controllers/pod/deletioncost @v1.15.0.
 */
export async function writeDeletionCosts(
  ports: WritePorts,
  { cluster, snapshot, view, drifts }: LoadedSnapshot,
  plan: DisruptionPlan,
): Promise<void> {
  if (cluster.mode === 'observe') return;
  const isOn = cluster.settings.podDeletionCost;
  const now = ports.clock.now();
  const last = ports.memory.published.deletionCosts(cluster.id);
  if (last !== null && last.isOn === isOn && now - last.at < writeEveryMs) return;
  ports.memory.published.setDeletionCosts(cluster.id, { at: now, isOn });

  const costs = isOn ? deletionCosts(snapshot, drifts, plan) : noCosts;
  const { writes, foreign } = writesOf(view.nodes, costs);
  recordPlan(ports, cluster.id, writes);
  const failure = await writeAll(ports, cluster, writes);
  const problems = [
    ...(isOn && foreign.length > 0 ? [foreignText(foreign)] : []),
    ...(failure === null ? [] : [failure]),
  ];
  const { findings } = ports.store;
  if (problems.length > 0) {
    const message = problems.join(' ');
    await findings.record({
      clusterId: cluster.id,
      code: findingCode,
      object: findingObject,
      message,
      at: now,
    });
  } else if (isOn || last?.isOn !== false) {
    await findings.clear(cluster.id, findingCode, findingObject);
  }
}

const noCosts: DeletionCosts = { leaving: [], ranked: new Map() };

const foreignText = (pods: readonly BoundPod[]): string =>
  `The deletion cost of ${pods.length} pods, e.g. ${pods.slice(0, 1).map(namespacedName).join()}, is set by another writer, and Kerf leaves it as it is. Remove the annotation ${annotationKeys.podDeletionCost} from them, or set karpenter.sh/disruption-cost instead.`;

interface PodWrite {
  readonly node: CachedNode;
  readonly pod: BoundPod;
  readonly change: AnnotationChange;
}

/** Returns the changes in the order of their use, and the pods whose cost another writer has set. */
function writesOf(
  nodes: readonly CachedNode[],
  { leaving, ranked }: DeletionCosts,
): { readonly writes: readonly PodWrite[]; readonly foreign: readonly BoundPod[] } {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const due = new Map([...leaving.map((name) => [name, leastDeletionCost] as const), ...ranked]);
  const foreign: BoundPod[] = [];
  const changesOn = (name: string, cost: number | null): readonly PodWrite[] => {
    const node = byName.get(name);
    return (node?.pods ?? []).flatMap((pod) => {
      if (node === undefined || pod.ownerKind !== 'ReplicaSet' || pod.isTerminal) return [];
      if (isForeign(pod) && cost !== null) foreign.push(pod);
      const change = changeOf(pod, cost === null ? null : String(cost));
      return change === null ? [] : [{ node, pod, change }];
    });
  };
  const first = leaving.flatMap((name) => changesOn(name, leastDeletionCost));
  const others = [
    ...[...ranked].map(([name, cost]) => changesOn(name, cost)),
    ...[...byName.keys()].filter((name) => !due.has(name)).map((name) => changesOn(name, null)),
  ].filter(({ length }) => length > 0);
  return { writes: [...first, ...others.slice(0, maxNodesAtOnce).flat()], foreign };
}

const { podDeletionCost, ownDeletionCost } = annotationKeys;

const isForeign = ({ writtenDeletionCost: written }: BoundPod): boolean =>
  written !== undefined && written.value !== null && written.value !== written.own;

/**
 * Returns the change that gives the pod this cost; `null` if none is needed. On a pod with a cost of
 * another writer, only Kerf's mark is removed, so that the cost is not taken for Kerf's later.
 */
function changeOf(pod: BoundPod, cost: string | null): AnnotationChange | null {
  const { value = null, own = null } = pod.writtenDeletionCost ?? {};
  const from = { [podDeletionCost]: value, [ownDeletionCost]: own };
  if (isForeign(pod)) return own === null ? null : { from, to: { [ownDeletionCost]: null } };
  const isDone = cost === null ? own === null : value === cost;
  return isDone ? null : { from, to: { [podDeletionCost]: cost, [ownDeletionCost]: cost } };
}

function recordPlan(
  { meter }: WritePorts,
  clusterId: ClusterId,
  writes: readonly PodWrite[],
): void {
  const nodes = new Map<string, number>();
  for (const { labels } of new Set(writes.map(({ node }) => node))) {
    const nodePool = labels[labelKeys.nodePool] ?? '';
    nodes.set(nodePool, (nodes.get(nodePool) ?? 0) + 1);
  }
  meter.record(clusterId, [{ kind: 'DeletionCostsPlanned', nodes }]);
}

/** Returns why some writes have failed; `null` if none has. */
async function writeAll(
  { gateway, meter }: WritePorts,
  cluster: LoadedSnapshot['cluster'],
  writes: readonly PodWrite[],
): Promise<string | null> {
  const connection = connectionOf(cluster);
  const failures: unknown[] = [];
  const queue = writes.values();
  const writeInTurn = async (): Promise<void> => {
    for (const { pod, change } of queue) {
      // Without the permission, or the API server, all others fail, too.
      if (failures.length > 0) return;
      const ref = { uid: pod.uid, name: pod.name, namespace: pod.spec.namespace };
      const answer = await gateway
        .annotatePod(connection, ref, change)
        .catch((error: unknown): 'Failed' => {
          failures.push(error);
          return 'Failed';
        });
      meter.record(cluster.id, [{ kind: 'DeletionCostAnswered', answer }]);
    }
  };
  await Promise.all(Array.from({ length: writesAtOnce }, writeInTurn));
  const [failure] = failures;
  if (failure === undefined) return null;
  const message = messageOf(failure);
  return hasErrorCode(failure, 'CLUSTER.FORBIDDEN')
    ? `Kerf may not write the deletion cost of pods: ${message}. Allow the verb patch on pods, as deploy/rbac/kerf.yaml does, or turn podDeletionCost off.`
    : `The deletion cost of pods was not written: ${message}.`;
}
