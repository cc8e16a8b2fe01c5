import type { ClusterSnapshot, Pod } from '@kerf/engine';
import { findLocalObstacle, type SimulatedNode } from './simulated-node.js';
import { findTopologyObstacle, type SimulatedCluster } from './topology-obstacles.js';

/** Where a plan puts a pod. */
export interface Assignment {
  readonly pod: Pod;
  readonly node: SimulatedNode;
}

/** States that are looked at before a search is given up; random clusters have far fewer. */
const maxStates = 20_000;

/**
 * Looks for an order in which every pod can be bound. It matters: pods may be in the way of pods that
 * come later, or be what those wait for. Every order is tried, but for those that only swap pods of one
 * kind on one node.
 * @param assignments in the order that is tried first
 * @returns why pods are left over, where the fewest are
 */
export function findUnbindable(
  nodes: readonly SimulatedNode[],
  namespaces: ClusterSnapshot['namespaces'],
  assignments: readonly Assignment[],
): readonly string[] {
  return new OrderSearch(nodes, namespaces, assignments).run();
}

/** Pods of one kind on one node, which stand for each other. */
interface Kind {
  readonly assignment: Assignment;
  left: number;
}

class OrderSearch {
  readonly #cluster: SimulatedCluster;
  readonly #kinds: readonly Kind[];
  readonly #seen = new Set<string>();
  /** Of the best state so far. */
  #fewest = Infinity;
  #problems: readonly string[] = [];

  constructor(
    nodes: readonly SimulatedNode[],
    namespaces: ClusterSnapshot['namespaces'],
    assignments: readonly Assignment[],
  ) {
    const copies = new Map(nodes.map((node) => [node, { ...node, pods: [...node.pods] }]));
    this.#cluster = { nodes: [...copies.values()], namespaces };
    const kinds = new Map<string, Kind>();
    for (const { pod, node } of assignments) {
      const text = JSON.stringify([node.name, pod.spec.key]);
      const known = kinds.get(text);
      if (known === undefined) {
        kinds.set(text, { assignment: { pod, node: copies.get(node) ?? node }, left: 1 });
      } else {
        known.left += 1;
      }
    }
    // Those with rules about others first: what others do can only be in their way, or what they wait for.
    this.#kinds = [...kinds.values()].sort((a, b) => Number(isFree(a)) - Number(isFree(b)));
  }

  run(): readonly string[] {
    this.#search();
    return this.#problems;
  }

  /** @returns true when every pod is bound */
  #search(): boolean {
    const text = this.#kinds.map(({ left }) => left).join();
    if (this.#seen.has(text) || this.#seen.size === maxStates) return false;
    this.#seen.add(text);
    this.#note();
    if (this.#fewest === 0) return true;
    for (const kind of this.#kinds) {
      if (kind.left === 0 || this.#obstacleOf(kind) !== null) continue;
      const { pod, node } = kind.assignment;
      node.pods.push({ spec: pod.spec, isTerminating: false });
      kind.left -= 1;
      if (this.#search()) return true;
      kind.left += 1;
      node.pods.pop();
    }
    return false;
  }

  #note(): void {
    const left = this.#kinds.reduce((sum, kind) => sum + kind.left, 0);
    if (left >= this.#fewest) return;
    this.#fewest = left;
    this.#problems = this.#kinds
      .filter((kind) => kind.left > 0)
      .map((kind) => {
        const { pod, node } = kind.assignment;
        return `${pod.name} on ${node.name}: ${this.#obstacleOf(kind) ?? 'it can be bound'}`;
      });
  }

  #obstacleOf({ assignment: { pod, node } }: Kind): string | null {
    return findLocalObstacle(node, pod.spec) ?? findTopologyObstacle(this.#cluster, node, pod.spec);
  }
}

/** True for pods whose place does not depend on others, but for those that keep them away. */
function isFree({ assignment: { pod } }: Kind): boolean {
  const { topologySpread, podAffinity, podAntiAffinity } = pod.spec;
  return (
    topologySpread.every(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway') &&
    podAffinity.required.length === 0 &&
    podAntiAffinity.required.length === 0
  );
}
