import type { ClusterSnapshot, Pod } from '@kerf/engine';
import { findObstacle } from './binding-obstacle.js';
import { deviceState } from './device-obstacle.js';
import type { SimulatedNode } from './simulated-node.js';
import type { SimulatedCluster } from './topology-obstacles.js';

/** The node of a pod in a plan. */
export interface Assignment {
  readonly pod: Pod;
  readonly node: SimulatedNode;
}

/** Maximum number of states of a search; random clusters have far fewer. */
const maxStates = 20_000;

/**
 * Searches for an order in which every pod can be bound. The order matters: pods may block later
 * pods, or be needed by them. All orders are tried, except those that only swap equal pods on one
 * node.
 * @param assignments in the order that is tried first
 * @returns why pods remain, in the state with the fewest of them
 */
export function findUnbindable(
  nodes: readonly SimulatedNode[],
  namespaces: ClusterSnapshot['namespaces'],
  assignments: readonly Assignment[],
): readonly string[] {
  return new OrderSearch(nodes, namespaces, assignments).run();
}

/** Equal pods on one node. */
interface AssignmentGroup {
  readonly assignment: Assignment;
  left: number;
}

class OrderSearch {
  readonly #cluster: SimulatedCluster;
  readonly #groups: readonly AssignmentGroup[];
  /** Nodes whose devices depend on the order in which their pods are bound. */
  readonly #deviceNodes: readonly SimulatedNode[];
  readonly #seen = new Set<string>();
  /** Number of remaining pods of the best state so far. */
  #fewest = Infinity;
  #problems: readonly string[] = [];

  constructor(
    nodes: readonly SimulatedNode[],
    namespaces: ClusterSnapshot['namespaces'],
    assignments: readonly Assignment[],
  ) {
    const copies = new Map(nodes.map((node) => [node, { ...node, pods: [...node.pods] }]));
    this.#cluster = { nodes: [...copies.values()], namespaces };
    const groups = new Map<string, AssignmentGroup>();
    for (const { pod, node } of assignments) {
      const text = JSON.stringify([node.name, pod.spec.key]);
      const known = groups.get(text);
      if (known === undefined) {
        groups.set(text, { assignment: { pod, node: copies.get(node) ?? node }, left: 1 });
      } else {
        known.left += 1;
      }
    }
    const claiming = [...groups.values()].filter(
      ({ assignment: { pod } }) => pod.spec.deviceClaims !== undefined,
    );
    this.#deviceNodes = [...new Set(claiming.map(({ assignment }) => assignment.node))];
    // Pods with constraints on others first: other pods can only block them or be needed by them.
    this.#groups = [...groups.values()].sort(
      (a, b) => Number(isIndependent(a)) - Number(isIndependent(b)),
    );
  }

  run(): readonly string[] {
    this.#search();
    return this.#problems;
  }

  /** @returns true if every pod is bound */
  #search(): boolean {
    const text = [
      this.#groups.map(({ left }) => left).join(),
      ...this.#deviceNodes.map(deviceState),
    ].join('|');
    if (this.#seen.has(text) || this.#seen.size === maxStates) return false;
    this.#seen.add(text);
    this.#record();
    if (this.#fewest === 0) return true;
    for (const group of this.#groups) {
      if (group.left === 0 || this.#obstacleOf(group) !== null) continue;
      const { pod, node } = group.assignment;
      node.pods.push({ spec: pod.spec, isTerminating: false });
      group.left -= 1;
      if (this.#search()) return true;
      group.left += 1;
      node.pods.pop();
    }
    return false;
  }

  #record(): void {
    const left = this.#groups.reduce((sum, group) => sum + group.left, 0);
    if (left >= this.#fewest) return;
    this.#fewest = left;
    this.#problems = this.#groups
      .filter((group) => group.left > 0)
      .map((group) => {
        const { pod, node } = group.assignment;
        return `${pod.name} on ${node.name}: ${this.#obstacleOf(group) ?? 'it can be bound'}`;
      });
  }

  #obstacleOf({ assignment: { pod, node } }: AssignmentGroup): string | null {
    return findObstacle(this.#cluster, node, pod.spec);
  }
}

/** True for pods whose place does not depend on others, except on their anti-affinity. */
function isIndependent({ assignment: { pod } }: AssignmentGroup): boolean {
  const { topologySpread, podAffinity, podAntiAffinity } = pod.spec;
  return (
    topologySpread.every(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway') &&
    podAffinity.required.length === 0 &&
    podAntiAffinity.required.length === 0
  );
}
