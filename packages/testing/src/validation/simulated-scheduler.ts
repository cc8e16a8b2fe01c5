import type { ClusterSnapshot, Pod } from '@kerf/engine';
import { findObstacle } from './binding-obstacle.js';
import { type SimulatedNode, simulateNode } from './simulated-node.js';

/** A pod in the scheduler's queue. */
type PendingPod = Pick<Pod, 'uid' | 'spec' | 'isUntried'>;

/** Choices of the scheduler where Kubernetes leaves them open. */
export interface SchedulerChoices {
  /** Returns one of the items; called with at least one. */
  pick<T>(items: readonly T[]): T;
}

/**
 * Simulates the kube-scheduler on the initialized nodes of a snapshot: pods of the highest priority
 * first, in any order among equals, each on any node that can run it. An untried pod that fits
 * nowhere preempts pods of a lower priority, no more than necessary; a pod that was tried before
 * could not. Preempted pods are not scheduled again, so that as few pods as possible remain
 * pending. Source: Kubernetes scheduling-eviction (priority and preemption).
 * @returns the uids of the snapshot's pending pods that remain pending
 */
export function leftByScheduler(
  snapshot: ClusterSnapshot,
  choices: SchedulerChoices,
): ReadonlySet<string> {
  const nodes = snapshot.nodes
    .filter(({ isInitialized, isTerminating }) => isInitialized && !isTerminating)
    // The scheduler does not keep capacity free for daemons that do not run yet.
    .map((node) => ({ ...simulateNode(snapshot, node), reserved: [] }));
  const cluster = { nodes, namespaces: snapshot.namespaces };
  const suits = (node: SimulatedNode, { spec }: PendingPod): boolean =>
    findObstacle(cluster, node, spec) === null;
  const queue: PendingPod[] = [...snapshot.pods];
  const left = new Set<string>();
  while (queue.length > 0) {
    const highest = Math.max(...queue.map(({ spec }) => spec.priority));
    const pod = choices.pick(queue.filter(({ spec }) => spec.priority === highest));
    queue.splice(queue.indexOf(pod), 1);
    const suitable = nodes.filter((node) => suits(node, pod));
    if (suitable.length > 0) {
      bind(choices.pick(suitable), pod);
      continue;
    }
    const preemptable =
      pod.isUntried === true ? nodes.filter((node) => suits(withoutLower(node, pod), pod)) : [];
    if (preemptable.length === 0) {
      left.add(pod.uid);
      continue;
    }
    const node = choices.pick(preemptable);
    const running = [...node.pods];
    node.pods.splice(0, running.length, ...withoutLower(node, pod).pods);
    for (const victim of running.filter(({ spec }) => spec.priority < pod.spec.priority)) {
      node.pods.push(victim);
      if (!suits(node, pod)) node.pods.pop();
    }
    bind(node, pod);
  }
  return left;
}

function bind(node: SimulatedNode, { spec }: PendingPod): void {
  node.pods.push({ spec, isTerminating: false });
}

function withoutLower(node: SimulatedNode, { spec }: PendingPod): SimulatedNode {
  return { ...node, pods: node.pods.filter((pod) => pod.spec.priority >= spec.priority) };
}
