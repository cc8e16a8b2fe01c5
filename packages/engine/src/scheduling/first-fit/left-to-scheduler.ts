import { getOrCreate } from '@kerf/core';
import { labelsSatisfy } from '../../requirements/requirements.js';
import { tolerates } from '../../requirements/taints.js';
import { type ResourceVector, subtractFrom } from '../../resources/resource-space.js';
import { type ExistingNode, isStarting } from '../nodes/existing-node.js';
import type { PodGroup } from '../pods/pod-group.js';
import type { QueuedPod, SchedulingProblem } from '../problem/problem.js';
import { sortPendingPods } from './pod-queue.js';

/**
 * Returns the uids of untried pods for which no node may be planned, because the cluster's
 * scheduler may still place them: of each pod group, as many as the initialized nodes could take at
 * most, the oldest first. Whatever the order in which the scheduler tries pods, at least the others
 * remain.
 * @remarks The number is an upper bound: other pending pods, constraints between pods, volumes and
 * daemons that are not running yet are ignored, and pods of a lower priority than any untried pod count as
 * preempted, because preemption also frees capacity for others.
 */
export function podsLeftToScheduler({
  pods,
  nodes,
  resources,
  deviceCatalog,
}: Pick<SchedulingProblem, 'pods' | 'nodes' | 'resources' | 'deviceCatalog'>): ReadonlySet<string> {
  const byPodGroup = new Map<PodGroup, { readonly untried: QueuedPod[]; tried: number }>();
  if (!pods.some(({ pod }) => pod.isUntried === true)) return new Set();
  for (const queued of pods) {
    const counts = getOrCreate(byPodGroup, queued.podGroup, () => ({ untried: [], tried: 0 }));
    if (queued.pod.isUntried === true) counts.untried.push(queued);
    else counts.tried += 1;
  }
  const ready = nodes.filter(({ node }) => !isStarting(node));
  const preemptors = pods.filter(({ pod }) => pod.isUntried === true);
  const priority = preemptors.reduce((max, { pod }) => Math.max(max, pod.spec.priority), -Infinity);
  const free = new Map(ready.map((node) => [node, freeAfterPreemption(resources, node, priority)]));
  const left = new Set<string>();
  for (const [podGroup, { untried, tried }] of byPodGroup) {
    if (untried.length === 0) continue;
    let room = 0;
    const { deviceClaims } = podGroup.spec;
    for (const [node, available] of free) {
      if (mayHoldDevices(deviceCatalog, node, deviceClaims))
        room += roomOn(node, available, podGroup);
    }
    // Pods of the group that were tried take the same room.
    const count = Math.max(0, room - tried);
    for (const { pod } of sortPendingPods(untried).slice(0, count)) left.add(pod.uid);
  }
  return left;
}

/** Returns the capacity of a node less the pods that no pod of this priority can preempt. */
function freeAfterPreemption(
  resources: SchedulingProblem['resources'],
  { node }: ExistingNode,
  priority: number,
): ResourceVector {
  const free = resources.vectorOf(node.allocatable);
  for (const pod of node.pods) {
    const staysRunning = !pod.isTerminal && !pod.isTerminating;
    if (staysRunning && pod.spec.priority >= priority) {
      subtractFrom(free, resources.vectorOf(pod.spec.requests));
    }
  }
  return free;
}

/** Returns true if the node has devices for one such pod, or for as many as fit otherwise. */
function mayHoldDevices(
  catalog: SchedulingProblem['deviceCatalog'],
  { devices }: ExistingNode,
  claims: PodGroup['spec']['deviceClaims'],
): boolean {
  if (claims === undefined || catalog === null || devices === null) return claims === undefined;
  const open = claims.filter(({ allocation }) => allocation === null);
  return (
    open.length < claims.length || !('code' in catalog.allocate(devices.set, devices.use, claims))
  );
}

/** Returns how many pods of the group the node could take at most. */
function roomOn(node: ExistingNode, free: ResourceVector, podGroup: PodGroup): number {
  const { requests, attempts, spec } = podGroup;
  const labelOf = (key: number): number | undefined => node.labelOf(key);
  if (!attempts.some(({ strict }) => labelsSatisfy(strict, labelOf))) return 0;
  const refuses = node.taints.some(
    (taint) =>
      taint.effect !== 'PreferNoSchedule' &&
      !spec.tolerations.some((toleration) => tolerates(toleration, taint)),
  );
  if (refuses) return 0;
  let room = spec.hostPorts.length > 0 ? 1 : Infinity;
  for (const [index, amount] of requests.entries()) {
    if (amount > 0) room = Math.min(room, Math.floor((free[index] ?? 0) / amount));
  }
  return Math.max(0, room);
}
