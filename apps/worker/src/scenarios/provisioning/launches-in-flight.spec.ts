import { organizationAdmin, type Principal } from '@kerf/application';
import { labelKeys, mulberry32 } from '@kerf/core';
import { aPod, type PodBuilder } from '@kerf/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const nodePoolOf = (...instanceTypes: readonly string[]): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  disruption: { budgets: [{ nodes: "0" }], consolidateAfter: Never }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [${instanceTypes.join(', ')}] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

/** Pods stay pending, so that each batch contains all of them. */
async function open(...instanceTypes: readonly string[]): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  expect((await simulation.apply(ada, nodePoolOf(...instanceTypes))).applied).toBe(true);
  simulation.cluster.isSchedulerDown = true;
  return simulation;
}

const pass = (simulation: ClusterSimulation, seconds: number): Promise<void> => {
  let left = seconds;
  return simulation.until(() => Promise.resolve(left-- <= 0));
};

const small = aPod().requesting({ milliCpu: 10, memoryMib: 8 });
const app = { app: 'web' };
const perNode = 3;

/** Requests of a pod, and the number of nodes of four CPUs that the pods need. */
const workloads: Readonly<
  Record<string, { readonly pod: PodBuilder; readonly nodesFor: (pods: number) => number }>
> = {
  'small ones': { pod: small, nodesFor: () => 1 },
  'three to a node': {
    pod: aPod().requesting({ milliCpu: 1_200, memoryMib: 64 }),
    nodesFor: (pods) => Math.ceil(pods / perNode),
  },
  'one to a node': {
    pod: small.withAntiAffinityTo(app, labelKeys.hostname),
    nodesFor: (pods) => pods,
  },
  'one to a zone': {
    pod: small.withAntiAffinityTo(app, labelKeys.zone),
    nodesFor: (pods) => Math.min(pods, 3),
  },
  'all on one node': { pod: small.withAffinityTo(app, labelKeys.hostname), nodesFor: () => 1 },
};

describe('pods that arrive while NodeClaims are launched', () => {
  it.each(Object.entries(workloads))(
    'get no more nodes than pods that arrive together: %s',
    async (_name, { pod, nodesFor }) => {
      const arrival = fc.record({
        afterSeconds: fc.integer({ min: 0, max: 5 }),
        pods: fc.integer({ min: 1, max: 3 }),
      });
      const arrivals = fc.array(arrival, { minLength: 2, maxLength: 4 });
      const launchMs = fc.integer({ min: 0, max: 9 }).map((seconds) => seconds * 1_000);
      await fc.assert(
        fc.asyncProperty(arrivals, launchMs, async (steps, ms) => {
          // One instance type, so that the number of nodes does not depend on prices.
          const simulation = await open('c5.xlarge');
          simulation.cloud.launchMs = ms;
          let count = 0;
          for (const { afterSeconds, pods } of steps) {
            await pass(simulation, afterSeconds);
            const named = Array.from({ length: pods }, () => pod.named(`web-${count++}`).build());
            simulation.cluster.addPods(named);
          }
          await pass(simulation, 40);
          expect(simulation.cloud.launchCount).toBe(nodesFor(count));
        }),
        { seed: 4, numRuns: 3 },
      );
    },
    120_000,
  );

  it('get no more nodes when they are reported again before their nodes are ready', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.isSchedulerDown = true;
    simulation.cluster.areNodesStarting = true;
    const random = mulberry32(7);
    const pick = (list: readonly number[]): number => list[Math.floor(random() * list.length)] ?? 0;
    for (let kind = 0; kind < 20; kind += 1) {
      const milliCpu = pick([100, 250, 500, 1_000, 1_500]);
      const memoryMib = pick([100, 256, 512, 1_024, 2_048, 4_096]);
      const pod = aPod(`load-${kind}`).requesting({ milliCpu, memoryMib });
      simulation.cluster.addPods(pod.times(15));
    }
    await simulation.until(() => Promise.resolve(simulation.cloud.launchCount > 0));
    const launched = simulation.cloud.launchCount;
    await pass(simulation, 60);
    expect(simulation.cluster.pending.size).toBe(300);
    expect(simulation.cloud.launchCount).toBe(launched);
  });

  it('are placed on the instance types that were launched', async () => {
    const simulation = await open('c5.xlarge', 'c5.2xlarge');
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      simulation.cloud.exhausted.add(`c5.xlarge/${zone}/on-demand`);
    }
    simulation.cloud.launchMs = 5_000;
    const pod = aPod().requesting({ milliCpu: 1_200, memoryMib: 64 });
    simulation.cluster.addPods(['a', 'b', 'c'].map((name) => pod.named(name).build()));
    await pass(simulation, 3);
    simulation.cluster.addPods(['d', 'e', 'f'].map((name) => pod.named(name).build()));
    await pass(simulation, 30);
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('do not wait for a slow launch', async () => {
    const simulation = await open('c5.xlarge');
    simulation.cloud.launchMs = 120_000;
    simulation.cluster.addPods([small.named('first').build()]);
    await pass(simulation, 2);
    simulation.cluster.addPods([aPod('second').requesting({ milliCpu: 3_895 }).build()]);
    const isDecided = async () => (await simulation.decisions()).length > 1;
    await simulation.until(isDecided, 30);
    expect(simulation.cloud.launchCount).toBe(0);
    // The first NodeClaim is part of the plan: nothing is launched for pods that fit on it.
    simulation.cluster.addPods([small.named('third').build()]);
    await pass(simulation, 40);
    expect(await simulation.decisions()).toMatchObject([
      { nodeCount: 1, podCount: 1 },
      { nodeCount: 1, podCount: 1 },
    ]);
  });
});
