import { controllerOf, keyOf, type StringMap } from '../resources/kube-object.js';
import { type Amounts, amountsOf, isSidecar, requestsOf } from '../resources/pod-resources.js';
import type { Node } from '../resources/types/node.js';
import type { ContainerPort, Pod, PodSpec } from '../resources/types/pod.js';

/** A node with the requests of its pods. */
export class NodeState {
  readonly pods = new Map<string, Pod>();
  readonly #requested: Record<string, number> = {};
  /** The addresses on which a port is taken, once for each pod. */
  readonly #addressesByPort = new Map<string, readonly string[]>();
  readonly #podsByController = new Map<string, number>();
  readonly #podsByPriority = new Map<number, number>();
  /** Pods with required anti-affinity. */
  readonly antiAffinityPods = new Map<string, Pod>();

  constructor(public node: Node) {}

  get name(): string {
    return this.node.metadata.name;
  }

  get labels(): StringMap {
    return this.node.metadata.labels ?? {};
  }

  get allocatable(): Amounts {
    const { allocatable, capacity } = this.node.status ?? {};
    return amountsOf(allocatable ?? capacity);
  }

  /** The lowest priority of its pods; Infinity without pods. */
  get lowestPriority(): number {
    return Math.min(...this.#podsByPriority.keys());
  }

  /** Returns a copy with further pods. */
  with(pods: readonly Pod[]): NodeState {
    const copy = new NodeState(this.node);
    for (const pod of [...this.pods.values(), ...pods]) copy.add(pod);
    return copy;
  }

  requestedOf(resource: string): number {
    return resource === 'pods' ? this.pods.size : (this.#requested[resource] ?? 0);
  }

  add(pod: Pod): void {
    this.remove(pod);
    const key = keyOf(pod);
    this.pods.set(key, pod);
    if (hasRequiredAntiAffinity(pod)) this.antiAffinityPods.set(key, pod);
    this.#count(pod, 1);
  }

  remove(pod: Pod): void {
    const key = keyOf(pod);
    const known = this.pods.get(key);
    if (known === undefined) return;
    this.pods.delete(key);
    this.antiAffinityPods.delete(key);
    this.#count(known, -1);
  }

  hasPort(port: ContainerPort): boolean {
    const wanted = addressOf(port);
    const taken = this.#addressesByPort.get(portKey(port)) ?? [];
    return taken.some(
      (address) => address === wanted || address === everyAddress || wanted === everyAddress,
    );
  }

  /** Returns the number of pods of one controller on the node. */
  podCountOfController(controllerUid: string): number {
    return this.#podsByController.get(controllerUid) ?? 0;
  }

  #count(pod: Pod, sign: 1 | -1): void {
    const { spec } = pod;
    for (const [resource, amount] of Object.entries(requestsOf(spec))) {
      this.#requested[resource] = (this.#requested[resource] ?? 0) + sign * amount;
    }
    for (const port of hostPortsOf(spec)) this.#countPort(port, sign);
    change(this.#podsByPriority, spec.priority ?? 0, sign);
    const controller = controllerOf(pod)?.uid;
    if (controller !== undefined) change(this.#podsByController, controller, sign);
  }

  #countPort(port: ContainerPort, sign: 1 | -1): void {
    const key = portKey(port);
    const address = addressOf(port);
    const taken = this.#addressesByPort.get(key) ?? [];
    const next = sign === 1 ? [...taken, address] : taken.toSpliced(taken.indexOf(address), 1);
    if (next.length > 0) this.#addressesByPort.set(key, next);
    else this.#addressesByPort.delete(key);
  }
}

function change<Key>(counts: Map<Key, number>, key: Key, difference: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + difference;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function hasRequiredAntiAffinity({ spec }: Pod): boolean {
  const terms = spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (terms ?? []).length > 0;
}

/** Returns the ports that a pod takes on its node: those of its containers and its sidecars. */
export function hostPortsOf(spec: PodSpec): readonly ContainerPort[] {
  const sidecars = (spec.initContainers ?? []).filter(isSidecar);
  return [...sidecars, ...spec.containers].flatMap(({ ports = [] }) =>
    ports.flatMap((port) => {
      const hostPort = spec.hostNetwork === true ? port.containerPort : port.hostPort;
      return hostPort === undefined || hostPort === 0 ? [] : [{ ...port, hostPort }];
    }),
  );
}

function portKey({ hostPort, protocol = 'TCP' }: ContainerPort): string {
  return `${protocol}/${hostPort}`;
}

const everyAddress = '0.0.0.0';

function addressOf({ hostIP = '' }: ContainerPort): string {
  return hostIP === '' ? everyAddress : hostIP;
}
