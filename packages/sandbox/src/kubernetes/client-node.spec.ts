import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  makeInformer,
  PatchStrategy,
  PolicyV1Api,
  setHeaderOptions,
  VersionApi,
  Watch,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestCluster } from '../testing/test-cluster.js';
import { aDeployment } from '../testing/workloads.js';
import { kubeconfigFor } from './kubeconfig.js';

/** The client that the product uses, configured by a kubeconfig only. */
const cluster = new TestCluster();
const config = new KubeConfig();

beforeAll(async () => {
  await cluster.start();
  config.loadFromString(kubeconfigFor([cluster.running]));
  cluster.bootNode(1);
});
afterAll(() => cluster.close());

const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
const mergePatch = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);

describe('@kubernetes/client-node', () => {
  it('reads the version and lists in pages', async () => {
    expect((await config.makeApiClient(VersionApi).getCode()).gitVersion).toBe('v1.36.4');
    const core = config.makeApiClient(CoreV1Api);
    const page = await core.listNamespace({ limit: 2 });
    expect(page.items).toHaveLength(2);
    const { _continue: token = '' } = page.metadata ?? {};
    const rest = await core.listNamespace({ limit: 10, _continue: token });
    expect(rest.items.map(({ metadata }) => metadata?.name)).toEqual([
      'kube-public',
      'kube-system',
    ]);
  });

  it('creates, patches, watches and deletes', async () => {
    const core = config.makeApiClient(CoreV1Api);
    const list = await core.listNamespacedConfigMap({ namespace: 'default' });
    const events: string[] = [];
    const watch = await new Watch(config).watch(
      '/api/v1/namespaces/default/configmaps',
      { resourceVersion: list.metadata?.resourceVersion, allowWatchBookmarks: true },
      (type, object) => events.push(`${type} ${object.metadata.name}`),
      () => undefined,
    );
    await core.createNamespacedConfigMap({
      namespace: 'default',
      body: { metadata: { name: 'probe' }, data: { a: '1' } },
    });
    const patched = await core.patchNamespacedConfigMap(
      { namespace: 'default', name: 'probe', body: { data: { a: '2' } } },
      mergePatch,
    );
    expect(patched.data).toEqual({ a: '2' });
    await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'probe' });
    await soon(() => expect(events).toEqual(['ADDED probe', 'MODIFIED probe', 'DELETED probe']));
    watch.abort();
  });

  it('keeps an informer informed', async () => {
    const core = config.makeApiClient(CoreV1Api);
    const informer = makeInformer(config, '/api/v1/nodes', () => core.listNode());
    const ready: string[] = [];
    const note = (node: {
      metadata?: { name?: string };
      status?: { conditions?: { type: string; status: string }[] };
    }): void => {
      if (
        node.status?.conditions?.some(
          ({ type, status }) => type === 'Ready' && status === 'True',
        ) === true
      )
        ready.push(node.metadata?.name ?? '');
    };
    informer.on('add', note);
    informer.on('update', note);
    informer.on('error', () => undefined);
    await informer.start();
    const name = cluster.bootNode(2);
    await soon(() => expect(ready).toContain(name));
    await informer.stop();
  });

  it('drains: taints, evicts and meets a budget', async () => {
    const core = config.makeApiClient(CoreV1Api);
    cluster.running.apply([aDeployment('web', 2)]);
    const list = () =>
      core.listNamespacedPod({
        namespace: 'default',
        labelSelector: 'app=web',
        fieldSelector: 'status.phase=Running',
      });
    await soon(async () => expect((await list()).items).toHaveLength(2));
    await config.makeApiClient(PolicyV1Api).createNamespacedPodDisruptionBudget({
      namespace: 'default',
      body: {
        metadata: { name: 'web' },
        spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
      },
    });
    const [pod] = (await list()).items;
    const evict = () =>
      core.createNamespacedPodEviction({
        namespace: 'default',
        name: pod?.metadata?.name ?? '',
        body: { metadata: { name: pod?.metadata?.name ?? '' } },
      });
    const refusal = await evict().catch((error: unknown) => error);
    expect(refusal instanceof ApiException ? refusal.code : null).toBe(429);
    await config
      .makeApiClient(PolicyV1Api)
      .deleteNamespacedPodDisruptionBudget({ namespace: 'default', name: 'web' });
    await evict();
    await config
      .makeApiClient(AppsV1Api)
      .deleteNamespacedDeployment({ namespace: 'default', name: 'web' });
    await soon(async () => expect((await list()).items).toEqual([]));
  });

  it('handles custom resources and gets the server’s reasons', async () => {
    cluster.running.apply([
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'pools.example.dev' },
        spec: {
          group: 'example.dev',
          scope: 'Cluster',
          names: { kind: 'Pool', plural: 'pools' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              subresources: { status: {} },
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: {
                    spec: {
                      type: 'object',
                      required: ['size'],
                      properties: { size: { type: 'integer' } },
                    },
                    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  },
                },
              },
            },
          ],
        },
      },
    ]);
    const custom = config.makeApiClient(CustomObjectsApi);
    const place = { group: 'example.dev', version: 'v1', plural: 'pools' };
    const aPool = (spec: object) => ({
      apiVersion: 'example.dev/v1',
      kind: 'Pool',
      metadata: { name: 'p' },
      spec,
    });
    const refusal: unknown = await custom
      .createClusterCustomObject({ ...place, body: aPool({}) })
      .catch((error: unknown) => error);
    expect(refusal instanceof ApiException ? JSON.parse(String(refusal.body)) : null).toMatchObject(
      { reason: 'Invalid', message: 'Pool.example.dev "p" is invalid: spec.size: Required value' },
    );
    await custom.createClusterCustomObject({ ...place, body: aPool({ size: 1 }) });
    const status: unknown = await custom.patchClusterCustomObjectStatus(
      { ...place, name: 'p', body: { status: { ready: true } } },
      mergePatch,
    );
    expect(status).toMatchObject({ spec: { size: 1 }, status: { ready: true } });
  });
});
