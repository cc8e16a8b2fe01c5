import type { PodRef } from '@kerf/application';
import { createClusterGateway, type KubernetesGateway } from '@kerf/cluster-kubernetes';
import { invariant, isAppError, toRecord, toRecords, toText } from '@kerf/core';
import { CoreV1Api, KubeConfig, type V1Pod } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../packages/cluster-kubernetes/src/testing/eventually.js';
import { loopbackEndpoints } from '../../packages/cluster-kubernetes/src/testing/loopback-endpoints.js';
import {
  aBudget,
  aDeployment,
  SandboxCluster,
} from '../../packages/cluster-kubernetes/src/testing/sandbox-cluster.js';
import { makeCertificate } from './certificate.js';
import { type Exchange, type Fault, statusFault } from './fault.js';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';

/* The product's writes with a faulty network before an API server of the sandbox. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const cluster = new SandboxCluster();
let proxy: FaultProxy;
let gateway: KubernetesGateway;
let details: SandboxCluster['details'];
let nodeName: string;
let core: CoreV1Api;

beforeAll(async () => {
  await cluster.start();
  nodeName = cluster.bootNode(1);
  // For the pods of all specs.
  cluster.bootNode(2);
  cluster.bootNode(3);
  const certificate = await makeCertificate();
  proxy = await startFaultProxy(cluster.details.endpoint, {
    server: certificate,
    upstreamAuthority: Buffer.from(cluster.details.certificateAuthority, 'base64').toString(),
  });
  details = {
    ...cluster.details,
    endpoint: proxy.url,
    certificateAuthority: Buffer.from(certificate.certificate).toString('base64'),
  };
  gateway = createClusterGateway({
    tokens: cluster.tokens,
    clock: { now: () => Date.now() },
    endpoints: loopbackEndpoints,
    // The reads before a write keep this limit on a busy machine, too.
    answerWithinMs: 2_000,
  });
  const { endpoint, certificateAuthority, adminToken } = cluster.cluster;
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'contract', server: endpoint, caData: certificateAuthority, skipTLSVerify: false },
    { name: 'admin', token: adminToken },
  );
  core = config.makeApiClient(CoreV1Api);
  await eventually(() => core.readNode({ name: nodeName }).then(() => undefined));
});
afterEach(() => {
  proxy.choose = () => null;
});
afterAll(async () => {
  await gateway.close();
  await proxy.close();
  await cluster.close();
});

/** Faults after which the server has not acted. */
const before: readonly (readonly [string, Fault])[] = [
  ['403', statusFault(403, 'Forbidden')],
  ['429', statusFault(429, 'TooManyRequests')],
  ['500', statusFault(500, 'InternalError')],
  ['503', statusFault(503, 'ServiceUnavailable')],
  ['no answer', { kind: 'hang' }],
  ['a reset', { kind: 'reset' }],
  ['interim responses only', { kind: 'interim-only', everyMs: 50 }],
];
/** Faults after which the server has acted. */
const after: readonly (readonly [string, Fault])[] = [
  ['a lost answer', { kind: 'lose-answer' }],
  ['a reset in the answer', { kind: 'cut-answer' }],
  ['half of an answer', { kind: 'stall-answer' }],
  ['a half-closed connection', { kind: 'half-close' }],
  ['a byte now and then', { kind: 'trickle', everyMs: 500 }],
];

const isWrite = ({ method }: Exchange): boolean => method !== 'GET';
/** Applies the fault to the next write only. */
function failOnce(fault: Fault): void {
  let isDone = false;
  proxy.choose = (exchange) => {
    if (isDone || !isWrite(exchange)) return null;
    isDone = true;
    return fault;
  };
}
const failAll = (fault: Fault): void => {
  proxy.choose = (exchange) => (isWrite(exchange) ? fault : null);
};

const taint = (key: string) => ({ key, value: '', effect: 'NoSchedule' as const });
const taintKeys = async (): Promise<readonly string[]> =>
  ((await core.readNode({ name: nodeName })).spec?.taints ?? []).map(({ key }) => key);

async function podsOf(app: string): Promise<readonly V1Pod[]> {
  const { items } = await core.listNamespacedPod({
    namespace: 'default',
    labelSelector: `app=${app}`,
  });
  return items;
}

/** Creates pods that run. @returns one of them */
async function aRunningPod(app: string): Promise<PodRef> {
  cluster.apply(aDeployment(app, 1));
  await eventually(async () =>
    expect(await podsOf(app)).toMatchObject([{ status: { phase: 'Running' } }]),
  );
  const [pod] = await podsOf(app);
  invariant(pod !== undefined, 'the app has a pod');
  const { name, uid } = toRecord(pod.metadata);
  return { namespace: 'default', name: toText(name), uid: toText(uid) };
}

/** @throws errors that are not retried */
function requireRetry(error: unknown): void {
  if (!isAppError(error) || error.retry.kind === 'never') throw error;
}

const retried = expect.toSatisfy(
  (error: unknown) => isAppError(error) && error.retry.kind !== 'never',
  'an error that is retried',
);

describe.each(before)('%s', (name, fault) => {
  const key = `example.com/${name.replaceAll(' ', '-')}`;

  it('for a change of a node fails with a retry, which applies it once', async () => {
    failAll(fault);
    await expect(gateway.addTaint(details, nodeName, taint(key))).rejects.toEqual(retried);
    expect(await taintKeys()).not.toContain(key);
    proxy.choose = () => null;
    await gateway.addTaint(details, nodeName, taint(key));
    expect((await taintKeys()).filter((each) => each === key)).toHaveLength(1);
    await gateway.removeTaint(details, nodeName, key);
    expect(await taintKeys()).not.toContain(key);
  });

  it('for an eviction is not taken for its success', async () => {
    const pod = await aRunningPod(`before-${name.replaceAll(' ', '-')}`);
    failAll(fault);
    await expect(gateway.evict(details, pod)).rejects.toEqual(retried);
    const found = await core.readNamespacedPod(pod);
    expect(found.metadata).toMatchObject({ uid: pod.uid });
    expect(found.metadata?.deletionTimestamp).toBeUndefined();
  });
});

describe.each(after)('%s', (name, fault) => {
  const app = `after-${name.replaceAll(' ', '-')}`;

  it('for a change of a node fails with a retry, which repeats nothing', async () => {
    const key = `example.com/${app}`;
    failAll(fault);
    await expect(gateway.addTaint(details, nodeName, taint(key))).rejects.toEqual(retried);
    proxy.choose = () => null;
    const sent = proxy.exchanges.length;
    await gateway.addTaint(details, nodeName, taint(key));
    expect(proxy.exchanges.slice(sent).filter(isWrite)).toEqual([]);
    expect((await taintKeys()).filter((each) => each === key)).toHaveLength(1);
    await gateway.removeTaint(details, nodeName, key);
  });

  it('for an eviction fails with a retry, which does not evict the next pod', async () => {
    const pod = await aRunningPod(app);
    failAll(fault);
    await expect(gateway.evict(details, pod)).rejects.toEqual(retried);
    proxy.choose = () => null;
    await eventually(async () => {
      const answer = await gateway.evict(details, pod);
      expect(answer.kind).toBe('Gone');
    });
    await eventually(async () =>
      expect(await podsOf(app)).toMatchObject([{ status: { phase: 'Running' } }]),
    );
    const [next] = await podsOf(app);
    expect(next?.metadata?.uid).not.toBe(pod.uid);
    expect(next?.metadata?.deletionTimestamp).toBeUndefined();
  });
});

describe('a conflict', () => {
  it('is retried on the new state', async () => {
    failOnce(statusFault(409, 'Conflict'));
    const sent = proxy.exchanges.length;
    await gateway.addTaint(details, nodeName, taint('example.com/first'));
    expect(proxy.exchanges.slice(sent).map(({ method }) => method)).toEqual([
      'GET',
      'PATCH',
      'GET',
      'PATCH',
    ]);
    expect(await taintKeys()).toContain('example.com/first');
  });

  it('between two writers keeps both changes', async () => {
    const keys = Array.from({ length: 4 }, (_, index) => `example.com/writer-${index}`);
    const writers = keys.map(() =>
      createClusterGateway({
        tokens: cluster.tokens,
        clock: { now: () => Date.now() },
        endpoints: loopbackEndpoints,
      }),
    );
    proxy.choose = (exchange) => (isWrite(exchange) ? { kind: 'delay', ms: 20 } : null);
    const write = async (writer: KubernetesGateway, key: string): Promise<void> => {
      for (;;) {
        try {
          await writer.addTaint(details, nodeName, taint(key));
          return;
        } catch (error) {
          if (!isAppError(error) || error.code !== 'CLUSTER.CONFLICT') throw error;
        }
      }
    };
    await Promise.all(writers.map((writer, index) => write(writer, keys[index] ?? '')));
    expect(await taintKeys()).toEqual(expect.arrayContaining(keys));
    await Promise.all(writers.map((writer) => writer.close()));
  });
});

describe('429', () => {
  it('says when to retry', async () => {
    failAll(statusFault(429, 'TooManyRequests', 7));
    await expect(
      gateway.addTaint(details, nodeName, taint('example.com/throttled')),
    ).rejects.toMatchObject({ retry: { kind: 'after', ms: 7_000 } });
  });

  it('without a budget for an eviction is a failure, and with one is a refusal', async () => {
    const pod = await aRunningPod('guarded');
    cluster.apply(aBudget('guarded', 'guarded'));
    failAll(statusFault(429, 'TooManyRequests', 7));
    await expect(gateway.evict(details, pod)).rejects.toMatchObject({
      code: 'CLUSTER.RATE_LIMITED',
      retry: { kind: 'after', ms: 7_000 },
    });
    proxy.choose = () => null;
    await eventually(async () =>
      expect(await gateway.evict(details, pod)).toMatchObject({ kind: 'Blocked', pdb: 'guarded' }),
    );
  });
});

describe('a write that arrives twice', () => {
  it('adds a taint once', async () => {
    failOnce({ kind: 'repeat' });
    const first = gateway.addTaint(details, nodeName, taint('example.com/twice'));
    await first.catch(requireRetry);
    await gateway.addTaint(details, nodeName, taint('example.com/twice'));
    const keys = await taintKeys();
    expect(keys.filter((key) => key === 'example.com/twice')).toHaveLength(1);
  });

  it('evicts one pod', async () => {
    const pod = await aRunningPod('twice');
    failOnce({ kind: 'repeat' });
    expect((await gateway.evict(details, pod)).kind).toMatch(/Accepted|Gone/);
    await eventually(async () => {
      const uids = toRecords((await podsOf('twice')).map(({ metadata }) => metadata));
      expect(uids).toHaveLength(1);
      expect(uids[0]?.['uid']).not.toBe(pod.uid);
    });
  });
});
