import { setTimeout as sleep } from 'node:timers/promises';
import type { KubernetesObject, V1Node } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { until } from './fleet.ts';
import { openFleet, Scenario } from './scenario.ts';

const fleet = await openFleet();
const oneEach = { instanceTypes: ['c6a.large'] };
const cpu = '1500m';

describe('a fault', () => {
  it('of the API server for ten seconds loses no pod', async () => {
    await using scenario = new Scenario(fleet, 'outage');
    await scenario.start({ pool: oneEach, workload: { replicas: 1, cpu } });
    await fleet.duringFault(async () => {
      await scenario.scale(3);
      await fleet.control('kill-api-server');
      await sleep(10_000);
      await fleet.control('start-api-server');
      await scenario.expectRunning(3);
    });
  });

  it('of the worker during CreateFleet launches nothing twice', async () => {
    await using scenario = new Scenario(fleet, 'killed');
    await fleet.control('set-ec2-faults', { createFleetDelayMs: 25_000 });
    await fleet.duringFault(async () => {
      const before = await fleet.awsCalls('CreateFleet begins');
      await scenario.createPoolAndPods({ pool: oneEach, workload: { replicas: 2, cpu } });
      await until(
        60,
        () => fleet.awsCalls('CreateFleet begins'),
        (calls) => calls > before,
      );
      await fleet.control('kill-worker', { worker: 'worker-1' });
      await fleet.control('start-worker', { worker: 'worker-1' });
      await scenario.expectRunning(2);
      // Instances that were launched but never joined count too.
      expect(await fleet.instances('killed')).toHaveLength(2);
    });
    await fleet.control('set-ec2-faults');
  });

  it('of the permissions while nodes are removed is overcome', async () => {
    await using scenario = new Scenario(fleet, 'forbidden');
    const pool = { ...oneEach, consolidateAfter: '2s' };
    await scenario.start({ pool, workload: { replicas: 2, cpu } });
    const bindings = await Promise.all(bindingsOfProduct.map((each) => fleet.objects.read(each)));
    await scenario.scale(0);
    await until(
      90,
      () => scenario.nodes(),
      (nodes) => nodes.some(isTainted),
    );
    await fleet.duringFault(async () => {
      for (const binding of bindings) await fleet.delete(binding);
      await sleep(4_000);
      for (const { metadata, ...binding } of bindings) {
        await fleet.create({ ...binding, metadata: { name: metadata?.name ?? '' } });
      }
      await scenario.expectClaims(0);
    });
  });

  it('of the worker that holds the cluster moves the cluster to another worker', async () => {
    await using scenario = new Scenario(fleet, 'moved');
    await fleet.duringFault(async () => {
      await fleet.control('start-worker', { worker: 'worker-2' });
      await scenario.start({ pool: oneEach, workload: { replicas: 1, cpu } });
      await fleet.control('kill-worker', { worker: 'worker-1' });
      await scenario.scale(3);
      await scenario.expectRunning(3);
      await fleet.control('start-worker', { worker: 'worker-1' });
      await fleet.control('stop-worker', { worker: 'worker-2' });
    });
  });
});

const isTainted = (node: V1Node): boolean =>
  node.spec?.taints?.some(({ key }) => key === 'karpenter.sh/disrupted') ?? false;

const bindingsOfProduct = ['kerf:observe', 'kerf:act'].map((name) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name },
})) satisfies KubernetesObject[];
