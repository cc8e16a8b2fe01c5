import { invariant } from '@kerf/core';
import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import type { KubernetesUnderTest } from './use-kubernetes.js';

const nodes = '/api/v1/nodes';
const label = 'conformance.example.dev/nodes';

/** A status is not kept by a real server if it is older than its grace period. */
const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** Nodes on which only pods of one group run: specs of other files use the same real server. */
export class OwnNodes {
  readonly #cluster: KubernetesUnderTest;
  readonly #namespace: string;
  readonly #group: string;
  /** Nodes are of the whole cluster: two files may use the same group, never the same namespace. */
  readonly #label: string;

  /** @param group of the nodes; a spec that must not see the nodes of another has its own */
  constructor(cluster: KubernetesUnderTest, namespace: string, group: string) {
    this.#cluster = cluster;
    this.#namespace = namespace;
    this.#group = group;
    this.#label = `${namespace}-${group}`;
  }

  get pods(): string {
    return `/api/v1/namespaces/${this.#namespace}/pods`;
  }

  /** The full name of a node. */
  nodeName(name: string): string {
    return `${this.#label}-${name}`;
  }

  /** Creates a Node, and waits until pods may be bound to it. */
  async create(name: string, allocatable: JsonObject = {}, labels: JsonObject = {}): Promise<void> {
    const resources = { cpu: '2', memory: '4Gi', pods: '10', ...allocatable };
    const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: '' };
    const body = {
      metadata: { name: this.nodeName(name), labels: { ...labels, [label]: this.#label } },
      spec: { taints: [{ key: label, value: this.#label, effect: 'NoSchedule' }] },
      status: {
        capacity: resources,
        allocatable: resources,
        conditions: [{ ...ready, lastHeartbeatTime: now(), lastTransitionTime: now() }],
      },
    };
    const { code, text } = await this.#cluster.createGlobal(nodes, body, this.nodeName(name));
    invariant(code === 201, `the node is accepted: ${text}`);
    await this.#cluster.until(async () => {
      const { body: node } = await this.#cluster.call('GET', `${nodes}/${this.nodeName(name)}`);
      const keys = listAt(node, 'spec', 'taints').map((taint) => stringAt(taint, 'key'));
      invariant(keys.join() === label, `no taint keeps pods off: ${keys.join()}`);
    });
  }

  /** The full name of a pod: groups may use the same names. */
  podName(name: string): string {
    return `${this.#group}-${name}`;
  }

  /** A pod that runs only on these nodes, with one container. */
  pod(name: string, requests: JsonObject = {}, spec: JsonObject = {}): JsonObject {
    const containers = [{ name: 'c', image: 'none', resources: { requests } }];
    return {
      metadata: { name: this.podName(name) },
      spec: {
        nodeSelector: { [label]: this.#label },
        tolerations: [{ key: label, operator: 'Exists' }],
        containers,
        ...spec,
      },
    };
  }

  async createPod(name: string, requests?: JsonObject, spec?: JsonObject): Promise<void> {
    const { code, text } = await this.#cluster.call(
      'POST',
      this.pods,
      this.pod(name, requests, spec),
    );
    invariant(code === 201, `the pod is accepted: ${text}`);
  }

  /** Waits until the pod is bound; returns the full name of its node. */
  async bound(name: string): Promise<string> {
    let nodeName: string | undefined;
    await this.#cluster.until(async () => {
      nodeName = stringAt(await this.get(name), 'spec', 'nodeName');
      invariant(nodeName !== undefined, `${name} is bound`);
    });
    return nodeName ?? '';
  }

  /** Waits until the pod is unschedulable; returns the scheduler's message. */
  async refused(name: string): Promise<string> {
    let message = '';
    await this.#cluster.until(async () => {
      const scheduled = listAt(await this.get(name), 'status', 'conditions').find(
        (condition) => stringAt(condition, 'type') === 'PodScheduled',
      );
      const { reason } = objectAt(scheduled);
      invariant(reason === 'Unschedulable', `${name} is unschedulable`);
      message = stringAt(scheduled, 'message') ?? '';
    });
    return message;
  }

  async get(name: string): Promise<JsonObject> {
    return (await this.#cluster.call('GET', `${this.pods}/${this.podName(name)}`)).body;
  }
}
