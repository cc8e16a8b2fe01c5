import { invariant } from '@kerf/core';
import type { BoundPod, Node, PodSpec } from '@kerf/engine';

/** A pod whose spec is referenced by number. */
export interface PackedPod extends Omit<BoundPod, 'spec'> {
  readonly spec: number;
}

/** A node whose pods are packed, with its number. */
export interface PackedNode {
  readonly number: number;
  readonly node: Omit<Node, 'pods'>;
  readonly pods: readonly PackedPod[];
}

/** Some of the nodes that the thread needs for the next call and does not have. */
export interface NodesMessage {
  readonly kind: 'Nodes';
  readonly cluster: string;
  readonly nodes: readonly PackedNode[];
  /** Whether numbers of specs start again with this message. */
  readonly renumbersSpecs: boolean;
  /** Specs of these nodes that the thread does not have, by number. */
  readonly specs: ReadonlyMap<number, PodSpec>;
}

/** The nodes of a call, by number; the thread drops the other nodes of the cluster. */
export interface NodeOrder {
  readonly cluster: string;
  readonly order: Uint32Array;
  /** Clusters whose nodes the thread drops. */
  readonly droppedClusters: readonly string[];
}

export interface PackedNodes {
  /** To be sent before {@link order}, one at a time, so that none blocks the process for long. */
  readonly parts: Iterable<NodesMessage>;
  readonly order: NodeOrder;
}

interface Sent {
  numbers: ReadonlyMap<Node, number>;
  lastNumber: number;
  readonly specs: Map<PodSpec, number>;
}

/** Cloning a part of this many pods takes about 5 ms. */
const podsPerPart = 1_000;
/** Nodes that the thread keeps, except that it always keeps those of the last call. */
const maxNodes = 10_000;
/** Specs of a cluster that are kept; above it, specs that nodes still have may be sent again. */
const maxSpecs = 20_000;

/**
 * Tracks which nodes the thread has, so that a call sends only new ones. A node is the same as long
 * as its object is the same; `loadSnapshot` keeps the objects of unchanged nodes.
 */
export class SentNodes {
  /** By cluster, the least recently used first. */
  readonly #clusters = new Map<string, Sent>();

  pack(cluster: string, nodes: readonly Node[]): PackedNodes {
    const sent = this.#clusters.get(cluster) ?? {
      numbers: new Map(),
      lastNumber: 0,
      specs: new Map(),
    };
    const numbers = new Map<Node, number>();
    const missing: Node[] = [];
    for (const node of nodes) {
      const known = sent.numbers.get(node);
      if (known === undefined) missing.push(node);
      numbers.set(node, known ?? (sent.lastNumber += 1));
    }
    sent.numbers = numbers;
    this.#clusters.delete(cluster);
    this.#clusters.set(cluster, sent);
    return {
      parts: partsOf(cluster, missing, sent),
      order: {
        cluster,
        order: Uint32Array.from(nodes, (node) => numberIn(numbers, node)),
        droppedClusters: this.#dropClusters(),
      },
    };
  }

  #dropClusters(): readonly string[] {
    let kept = 0;
    for (const { numbers } of this.#clusters.values()) kept += numbers.size;
    const dropped: string[] = [];
    for (const [cluster, { numbers }] of this.#clusters) {
      if (kept <= maxNodes || dropped.length === this.#clusters.size - 1) break;
      kept -= numbers.size;
      dropped.push(cluster);
    }
    for (const cluster of dropped) this.#clusters.delete(cluster);
    return dropped;
  }
}

function* partsOf(
  cluster: string,
  nodes: readonly Node[],
  sent: Sent,
): Generator<NodesMessage, void, void> {
  let from = 0;
  while (from < nodes.length) {
    let to = from;
    for (let pods = 0; to < nodes.length && pods < podsPerPart; to += 1) {
      pods += nodes[to]?.pods.length ?? 0;
    }
    yield partOf(cluster, nodes.slice(from, to), sent);
    from = to;
  }
}

function partOf(cluster: string, nodes: readonly Node[], { numbers, specs }: Sent): NodesMessage {
  const renumbersSpecs = specs.size > maxSpecs;
  if (renumbersSpecs) specs.clear();
  const newSpecs = new Map<number, PodSpec>();
  const specNumber = (spec: PodSpec): number => {
    const known = specs.get(spec);
    if (known !== undefined) return known;
    specs.set(spec, specs.size);
    newSpecs.set(specs.size - 1, spec);
    return specs.size - 1;
  };
  const packed = nodes.map(({ pods, ...node }, index) => ({
    number: numberIn(numbers, nodes[index]),
    node,
    pods: pods.map((pod) => ({ ...pod, spec: specNumber(pod.spec) })),
  }));
  return { kind: 'Nodes', cluster, nodes: packed, renumbersSpecs, specs: newSpecs };
}

function numberIn(numbers: ReadonlyMap<Node, number>, node: Node | undefined): number {
  const number = node === undefined ? undefined : numbers.get(node);
  invariant(number !== undefined, 'every node of a snapshot has a number');
  return number;
}
