import { controllerOf, keyOf, type StringMap } from '../resources/kube-object.js';
import type { Node } from '../resources/types/node.js';
import type { ContainerPort, Pod, PodSpec } from '../resources/types/pod.js';
import { type Amounts, amountsOf, requestsOf } from './resources.js';

/** A node with the requests of its pods. */
export class NodeState {
  readonly pods = new Map<string, Pod>();
  readonly #requested: Record<string, number> = {};
  readonly #portUsers = new Map<string, number>();
  readonly #podsByController = new Map<string, number>();
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
    return this.#portUsers.has(portKey(port));
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
    for (const port of hostPortsOf(spec)) change(this.#portUsers, portKey(port), sign);
    const controller = controllerOf(pod)?.uid;
    if (controller !== undefined) change(this.#podsByController, controller, sign);
  }
}

function change(counts: Map<string, number>, key: string, difference: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + difference;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function hasRequiredAntiAffinity({ spec }: Pod): boolean {
  const terms = spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (terms ?? []).length > 0;
}

export function hostPortsOf(spec: PodSpec): readonly ContainerPort[] {
  return spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap((port) => {
      const hostPort = spec.hostNetwork === true ? port.containerPort : port.hostPort;
      return hostPort === undefined || hostPort === 0 ? [] : [{ ...port, hostPort }];
    }),
  );
}

/** Host IPs are ignored, because they are rarely set. */
function portKey({ hostPort, protocol = 'TCP' }: ContainerPort): string {
  return `${protocol}/${hostPort}`;
}
