import { compareText } from '@kerf/core';
import {
  type BoundPod,
  type Labels,
  namespacedName,
  type PodDisruptionBudget,
  type PodSpec,
  selectorMatches,
} from '@kerf/engine';
import type { ApprovalFacts, PodFacts } from '../domain/approval/approval-facts.js';
import type { ClusterView } from '../ports/cluster-cache.js';

/** A plan whose facts are computed. */
export interface PlanOfNodes
  extends Omit<ApprovalFacts, 'nodes' | 'capacityTypes' | 'pods' | 'labelSets'> {
  readonly candidates: readonly {
    readonly nodeName: string;
    readonly capacityType: string | null;
  }[];
  /** UIDs of the pods that move. */
  readonly podUids: ReadonlySet<string>;
  /** UIDs of those that wait for a place. */
  readonly waitingPodUids: ReadonlySet<string>;
}

/** Returns what rules are matched with, from the current state of the cluster. */
export function approvalFacts(
  { candidates, podUids, waitingPodUids, ...plan }: PlanOfNodes,
  view: Pick<ClusterView, 'nodes' | 'pendingPods' | 'podDisruptionBudgets'>,
): ApprovalFacts {
  const names = new Set(candidates.map(({ nodeName }) => nodeName));
  const labels = new LabelSets();
  const replicas = podUids.size === 0 ? new Map<string, number>() : countReplicas(view);
  const moved = view.nodes
    .filter(({ name }) => names.has(name))
    .flatMap((node) => node.pods.map((pod) => ({ pod, from: node.name })))
    .filter(({ pod }) => podUids.has(pod.uid));
  return {
    ...plan,
    nodes: candidates.length,
    capacityTypes: [
      ...new Set(candidates.flatMap(({ capacityType }) => capacityType ?? [])),
    ].sort(),
    pods: moved.map(({ pod, from }) => ({
      podUid: pod.uid,
      pod: namespacedName(pod),
      from,
      owner: ownerOf(pod),
      replicas: replicas.get(ownerKey(pod)) ?? 1,
      persistentVolumes: pod.spec.volumes.length,
      gracePeriodMs: pod.gracePeriodMs,
      budget: tightestBudget(pod, view.podDisruptionBudgets),
      labelSet: labels.indexOf(pod.spec),
      ...(waitingPodUids.has(pod.uid) && { waits: true }),
    })),
    labelSets: labels.all,
  };
}

/** Equal pods share their spec, so their labels are stored once. */
class LabelSets {
  readonly #indexByKey = new Map<string, number>();
  readonly all: Labels[] = [];

  indexOf({ key, labels }: Pick<PodSpec, 'key' | 'labels'>): number {
    const known = this.#indexByKey.get(key);
    if (known !== undefined) return known;
    this.all.push(labels);
    this.#indexByKey.set(key, this.all.length - 1);
    return this.all.length - 1;
  }
}

type OwnedPod = Pick<BoundPod, 'ownerKind' | 'ownerName' | 'uid' | 'spec'>;

const ownerOf = ({ ownerKind, ownerName }: Pick<OwnedPod, 'ownerKind' | 'ownerName'>): string =>
  ownerKind === 'None' ? '' : `${ownerKind}/${ownerName}`;

/** A pod without an owner has only itself. */
const ownerKey = (pod: OwnedPod): string =>
  pod.ownerKind === 'None' ? pod.uid : `${pod.spec.namespace}/${ownerOf(pod)}`;

function countReplicas({
  nodes,
  pendingPods,
}: Pick<ClusterView, 'nodes' | 'pendingPods'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (pod: OwnedPod) => counts.set(ownerKey(pod), (counts.get(ownerKey(pod)) ?? 0) + 1);
  for (const pod of nodes.flatMap((node) => node.pods)) {
    if (!pod.isTerminal && !pod.isTerminating) count(pod);
  }
  for (const { pod, ...owner } of pendingPods) count({ ...pod, ...owner });
  return counts;
}

function tightestBudget(
  { spec }: Pick<BoundPod, 'spec'>,
  budgets: readonly PodDisruptionBudget[],
): PodFacts['budget'] {
  const [tightest] = budgets
    .filter(
      ({ namespace, selector }) =>
        namespace === spec.namespace && selectorMatches(selector, spec.labels),
    )
    .toSorted((a, b) => a.disruptionsAllowed - b.disruptionsAllowed || compareText(a.name, b.name));
  return tightest === undefined
    ? null
    : {
        name: `${tightest.namespace}/${tightest.name}`,
        headroom: tightest.disruptionsAllowed,
      };
}
