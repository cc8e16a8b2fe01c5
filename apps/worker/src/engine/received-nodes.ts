import { getOrCreate, invariant } from '@kerf/core';
import type { Node, PodSpec } from '@kerf/engine';
import type { NodeOrder, NodesMessage } from './sent-nodes.js';

interface Received {
  nodes: Map<number, Node>;
  specs: Map<number, PodSpec>;
}

/** The nodes that the thread has received; the counterpart of `SentNodes`. */
export class ReceivedNodes {
  readonly #clusters = new Map<string, Received>();

  add({ cluster, nodes, renumbersSpecs, specs }: NodesMessage): void {
    const received = this.#of(cluster);
    if (renumbersSpecs) received.specs = new Map();
    for (const [number, spec] of specs) received.specs.set(number, spec);
    // Each pod comes with its own copy of this text.
    const texts = new Map<string, string>();
    for (const { number, node, pods } of nodes) {
      const unpacked = pods.map((pod) => ({
        ...pod,
        spec: specIn(received, pod.spec),
        ownerName: getOrCreate(texts, pod.ownerName, () => pod.ownerName),
      }));
      received.nodes.set(number, { ...node, pods: unpacked });
    }
  }

  /** Returns the nodes of a call, and drops those that it does not have. */
  take({ cluster, order, droppedClusters }: NodeOrder): readonly Node[] {
    for (const dropped of droppedClusters) this.#clusters.delete(dropped);
    const received = this.#of(cluster);
    const kept = new Map<number, Node>();
    const nodes = Array.from(order, (number) => {
      const node = received.nodes.get(number);
      invariant(node !== undefined, `node ${number} of ${cluster} was received`);
      kept.set(number, node);
      return node;
    });
    received.nodes = kept;
    return nodes;
  }

  #of(cluster: string): Received {
    const known = this.#clusters.get(cluster);
    if (known !== undefined) return known;
    const received = { nodes: new Map(), specs: new Map() };
    this.#clusters.set(cluster, received);
    return received;
  }
}

function specIn({ specs }: Received, number: number): PodSpec {
  const spec = specs.get(number);
  invariant(spec !== undefined, `spec ${number} was received`);
  return spec;
}
