import type { Pod } from '../resources/types/pod.js';

/** Asked for each node and pod, so that it is one object. */
const none: readonly Pod[] = [];

/** Pods without a node that are nominated for one, by node. */
export class Nominations {
  readonly #podsByNode = new Map<string, Map<string, Pod>>();

  on(nodeName: string): readonly Pod[] {
    const pods = this.#podsByNode.get(nodeName);
    return pods === undefined ? none : [...pods.values()];
  }

  /** @returns true if a nomination ended */
  update(before: Pod | null, after: Pod | null): boolean {
    const old = nominatedNode(before);
    const next = nominatedNode(after);
    const ends = old !== undefined && old !== next;
    if (ends && before !== null) this.#remove(old, before);
    if (next !== undefined && after !== null) this.#add(next, after);
    return ends;
  }

  #add(nodeName: string, pod: Pod): void {
    const pods = this.#podsByNode.get(nodeName) ?? new Map<string, Pod>();
    pods.set(pod.metadata.uid, pod);
    this.#podsByNode.set(nodeName, pods);
  }

  #remove(nodeName: string, { metadata }: Pod): void {
    const pods = this.#podsByNode.get(nodeName);
    pods?.delete(metadata.uid);
    if (pods?.size === 0) this.#podsByNode.delete(nodeName);
  }
}

/** Returns the node that a pod waits for; `undefined` once it has one. */
function nominatedNode(pod: Pod | null): string | undefined {
  if (pod === null || pod.spec.nodeName !== undefined) return undefined;
  const name = pod.status?.nominatedNodeName ?? '';
  return name === '' ? undefined : name;
}
