import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import { controllerOf, keyOf } from '../../resources/kube-object.js';
import type { Pod } from '../../resources/types/pod.js';

/** Index of pods by controller and by node. */
export class PodIndex {
  readonly #byController = new Map<string, Map<string, Pod>>();
  readonly #byNode = new Map<string, Map<string, Pod>>();

  constructor(api: ClusterApi) {
    for (const pod of api.list(kinds.pod)) this.#replace(null, pod);
    api.subscribe(kinds.pod, ({ before, after }) => this.#replace(before, after));
  }

  /** @param uid of the ReplicaSet, StatefulSet, DaemonSet or Job */
  ofController(uid: string): readonly Pod[] {
    return [...(this.#byController.get(uid)?.values() ?? [])];
  }

  onNode(name: string): readonly Pod[] {
    return [...(this.#byNode.get(name)?.values() ?? [])];
  }

  nodeNames(): readonly string[] {
    return [...this.#byNode.keys()];
  }

  #replace(before: Pod | null, after: Pod | null): void {
    if (before !== null) {
      remove(this.#byController, controllerOf(before)?.uid, before);
      remove(this.#byNode, before.spec.nodeName, before);
    }
    if (after !== null) {
      add(this.#byController, controllerOf(after)?.uid, after);
      add(this.#byNode, after.spec.nodeName, after);
    }
  }
}

type Index = Map<string, Map<string, Pod>>;

function add(index: Index, group: string | undefined, pod: Pod): void {
  if (group === undefined || group === '') return;
  const pods = index.get(group) ?? new Map<string, Pod>();
  pods.set(keyOf(pod), pod);
  index.set(group, pods);
}

function remove(index: Index, group: string | undefined, pod: Pod): void {
  if (group === undefined) return;
  const pods = index.get(group);
  pods?.delete(keyOf(pod));
  if (pods?.size === 0) index.delete(group);
}
