import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestCluster } from '../../../testing/test-cluster.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';

const started: TestCluster[] = [];
afterEach(async () => {
  for (const cluster of started.splice(0)) await cluster.close();
});

const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });

describe('AttachDetachController', () => {
  it('detaches a volume when its pod is gone, and attaches it to the node of the next pod', async () => {
    const cluster = await new TestCluster().start();
    started.push(cluster);
    for (const number of [1, 2]) cluster.bootNode(number);
    await soon(() => expect(cluster.running.api.list(kinds.node)).toHaveLength(2));
    const { api } = cluster.running;
    const history: string[] = [];
    api.subscribe(kinds.volumeAttachment, ({ before, after }) => {
      if (after?.status?.attached === true) history.push(`attached to ${after.spec.nodeName}`);
      if (after === null) history.push(`detached from ${before?.spec.nodeName}`);
    });
    api.subscribe(kinds.pod, ({ before, after }) => {
      if (after === null) history.push(`pod ${before?.metadata.name} gone`);
      else if (isReady(after)) history.push(`pod ${after.metadata.name} ready`);
    });
    const claimName = 'data';
    cluster.running.apply([
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'gp3' },
        provisioner: 'ebs.csi.aws.com',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: claimName, namespace: 'default' },
        spec: {
          storageClassName: 'gp3',
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ]);
    const bind = (name: string, nodeName: string) =>
      cluster.running.apply([
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name, namespace: 'default' },
          spec: {
            nodeName,
            containers: [{ name: 'c', image: 'x' }],
            volumes: [{ name: 'd', persistentVolumeClaim: { claimName } }],
          },
        },
      ]);
    const [first, second] = ['ip-10-0-0-1.ec2.internal', 'ip-10-0-0-2.ec2.internal'];
    bind('one', first);
    await soon(() => expect(history.at(-1)).toBe('pod one ready'));
    bind('two', second);
    await cluster.call('DELETE', '/api/v1/namespaces/default/pods/one');
    await soon(() => expect(history.at(-1)).toBe('pod two ready'));
    expect(history.filter((line, index) => line !== history[index - 1])).toEqual([
      `attached to ${first}`,
      'pod one ready',
      'pod one gone',
      `detached from ${first}`,
      `attached to ${second}`,
      'pod two ready',
    ]);
  });
});
