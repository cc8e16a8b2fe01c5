import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EC2Client, type Instance, paginateDescribeInstances } from '@aws-sdk/client-ec2';
import {
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  PatchStrategy,
  type V1Node,
  type V1Pod,
} from '@kubernetes/client-node';
import { z } from 'zod';
import { accessKeys, accountId, region } from '../testbed/aws/settings.ts';
import type { ControlCommand } from '../testbed/control.ts';
import type { StackInfo } from '../testbed/stack.ts';

export interface NodeClaim {
  readonly name: string;
  readonly nodePool: string;
  /** `null` before the launch. */
  readonly instanceId: string | null;
  /** True from its deletion until its finalizer is removed. */
  readonly isBeingDeleted: boolean;
}

const pollMs = 250;

/** The running stack as scenarios see it: through kubectl's API, AWS and the API of the product. */
export class Fleet {
  readonly info: StackInfo;
  readonly core: CoreV1Api;
  readonly apps: AppsV1Api;
  readonly objects: KubernetesObjectApi;
  readonly #ec2: EC2Client;

  constructor(info: StackInfo) {
    this.info = info;
    const config = new KubeConfig();
    config.loadFromFile(info.kubeconfig);
    this.core = config.makeApiClient(CoreV1Api);
    this.apps = config.makeApiClient(AppsV1Api);
    this.objects = KubernetesObjectApi.makeApiClient(config);
    const credentials = { accessKeyId: accessKeys.operator, secretAccessKey: 'testbed' };
    this.#ec2 = new EC2Client({ region, endpoint: info.awsUrl, credentials });
  }

  async create(...objects: readonly KubernetesObject[]): Promise<void> {
    for (const object of objects) await this.objects.create(object);
  }

  async delete(object: KubernetesObject): Promise<void> {
    await this.objects.delete(object);
  }

  /** Applies the fields of an object with a merge patch. */
  async patch(object: KubernetesObject): Promise<void> {
    await this.objects.patch(
      object,
      undefined,
      undefined,
      'conformance',
      undefined,
      PatchStrategy.MergePatch,
    );
  }

  async scale(name: string, replicas: number): Promise<void> {
    const target = { namespace: 'default', name };
    const kind = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
    const body = { ...kind, metadata: target, spec: { replicas } };
    await this.apps.replaceNamespacedDeploymentScale({ ...target, body });
  }

  async pods(app: string): Promise<readonly V1Pod[]> {
    const selector = { namespace: 'default', labelSelector: `app=${app}` };
    return (await this.core.listNamespacedPod(selector)).items;
  }

  async runningPods(app: string): Promise<readonly V1Pod[]> {
    const pods = await this.pods(app);
    return pods.filter(
      ({ status, metadata }) =>
        status?.phase === 'Running' && metadata?.deletionTimestamp === undefined,
    );
  }

  async nodes(nodePool: string): Promise<readonly V1Node[]> {
    const labelSelector = `karpenter.sh/nodepool=${nodePool}`;
    return (await this.core.listNode({ labelSelector })).items;
  }

  async nodeClaims(): Promise<readonly NodeClaim[]> {
    const list = await this.objects.list('karpenter.sh/v1', 'NodeClaim');
    return list.items.map((item) => {
      const { metadata, status } = claimObject.parse(item);
      return {
        name: metadata.name,
        nodePool: metadata.labels['karpenter.sh/nodepool'] ?? '',
        instanceId: status?.providerID?.split('/').at(-1) ?? null,
        isBeingDeleted: metadata.deletionTimestamp !== undefined,
      };
    });
  }

  /** Returns all instances that were launched for a NodePool, also terminated ones. */
  async instances(nodePool: string): Promise<readonly Instance[]> {
    const owned = { Name: 'tag:karpenter.sh/nodepool', Values: [nodePool] };
    const found: Instance[] = [];
    const pages = paginateDescribeInstances({ client: this.#ec2 }, { Filters: [owned] });
    for await (const { Reservations = [] } of pages) {
      found.push(...Reservations.flatMap(({ Instances = [] }) => Instances));
    }
    return found;
  }

  /** Sends a message to the cluster's interruption queue. */
  async sendInterruption(detailType: string, instanceId: string): Promise<void> {
    const event = {
      version: '0',
      id: crypto.randomUUID(),
      'detail-type': detailType,
      source: 'aws.ec2',
      account: accountId,
      time: new Date().toISOString(),
      region,
      resources: [`arn:aws:ec2:${region}:${accountId}:instance/${instanceId}`],
      detail: { 'instance-id': instanceId, 'instance-action': 'terminate' },
    };
    const scope = `${accessKeys.operator}/20260101/${region}/sqs/aws4_request`;
    const response = await fetch(`${this.info.awsUrl}/${accountId}/${this.info.clusterName}`, {
      method: 'POST',
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        Action: 'SendMessage',
        Version: '2012-11-05',
        MessageBody: JSON.stringify(event),
      }),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async control(command: ControlCommand, body: object = {}): Promise<void> {
    const options = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${this.info.controlUrl}/${command}`, options);
    if (!response.ok) throw new Error(`${command}: ${await response.text()}`);
  }

  /** Excludes the time of the fault from the checks of the logs. */
  async duringFault(run: () => Promise<void>): Promise<void> {
    const from = Date.now();
    try {
      await run();
    } finally {
      await this.control('note-outage', { from });
    }
  }

  /** Sends a request to the product's REST API, with `If-Match: *`. */
  async kerf(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.info.kerfUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.info.kerfToken}`,
        'content-type': 'application/json',
        'if-match': '*',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Returns how often an action is in the log of AWS. */
  async awsCalls(action: string): Promise<number> {
    const log = await readFile(this.info.awsLog, 'utf8');
    return log.split('\n').filter((line) => line.includes(`"action":"${action}"`)).length;
  }
}

const claimObject = z.object({
  metadata: z.object({
    name: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    deletionTimestamp: z.unknown().optional(),
  }),
  status: z.object({ providerID: z.string().optional() }).optional(),
});

/**
 * Polls until the condition holds. Errors count as "not yet", because the API server is away in
 * some scenarios.
 * @throws after the time with the last value or error
 */
export async function until<T>(
  seconds: number,
  read: () => Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  let last: unknown;
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(pollMs)) {
    try {
      const value = await read();
      if (holds(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
  }
  const text = last instanceof Error ? last.message : JSON.stringify(last);
  throw new Error(`not within ${seconds} s; last: ${text?.slice(0, 2_000)}`);
}
