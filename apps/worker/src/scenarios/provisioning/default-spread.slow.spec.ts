import type { V1Node } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';

/* A scheduler of the sandbox and the product's worker, both with the same default spread constraints. */

vi.setConfig({ testTimeout: 330_000, hookTimeout: 120_000 });

const zone = 'topology.kubernetes.io/zone';
const schedulerConfiguration = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    pluginConfig:
      - name: PodTopologySpread
        args:
          defaultingType: List
          defaultConstraints:
            - { maxSkew: 1, topologyKey: ${zone}, whenUnsatisfiable: DoNotSchedule }
`;

let live: LiveCluster;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'spread',
    schedulerConfiguration,
    settings: { schedulerConfiguration },
  });
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-pool.yaml', (text) =>
    text.replace('consolidateAfter: 30s', 'consolidateAfter: Never'),
  );
  live.worker.start();
});
afterAll(() => live.close());

describeLong(
  'pods of a Deployment without constraints, in a cluster whose scheduler has defaults',
  () => {
    it('run on nodes that Kerf launched in as many zones as the defaults ask for', async () => {
      await live.create('exercise/inflate.yaml', (text) =>
        text.replace('replicas: 5', 'replicas: 6').replace('cpu: "1"', 'cpu: "100m"'),
      );
      const pods = await vi.waitFor(
        async () => {
          const running = await live.runningPods('inflate');
          expect(running, `the worker says:\n${live.worker.log}`).toHaveLength(6);
          return running;
        },
        { timeout: 300_000, interval: 200 },
      );
      const zones = await Promise.all(
        pods.map(async ({ spec }) => {
          const metadata = { name: spec?.nodeName ?? '' };
          const node = await live.objects.read<V1Node>({
            apiVersion: 'v1',
            kind: 'Node',
            metadata,
          });
          return node.metadata?.labels?.[zone];
        }),
      );
      const counts = [...new Set(zones)].map(
        (one) => zones.filter((other) => other === one).length,
      );
      expect(counts).toEqual([2, 2, 2]);
      const claims = await live.store.nodeClaims.inStates(live.cluster.id, [
        'Launched',
        'Registered',
        'Initialized',
      ]);
      expect(new Set(claims.map(({ instance }) => instance?.zone))).toEqual(new Set(zones));
    });
  },
);
