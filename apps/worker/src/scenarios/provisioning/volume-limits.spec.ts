import { organizationAdmin, type Principal } from '@kerf/application';
import { aPod, fakeVolumes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const nodePool = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  disruption: { budgets: [{ nodes: "0" }], consolidateAfter: Never }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.2xlarge] }
`;

describe('pods with volumes', () => {
  it('get all nodes at once that can attach them, and no more while the nodes start', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    expect((await simulation.apply(ada, nodePool)).applied).toBe(true);
    // Pods stay pending, so that each batch contains all of them.
    simulation.cluster.isSchedulerDown = true;
    const { driver, perNode } = fakeVolumes;
    const members = Array.from({ length: 2 * perNode + 1 }, (_, index) =>
      aPod(`db-${index}`)
        .requesting({ milliCpu: 10, memoryMib: 8 })
        .withVolume(`default/db-${index}`, { driver })
        .build(),
    );
    simulation.cluster.addPods(members);
    await simulation.until(async () => (await simulation.nodeClaims()).length > 0);
    const planned = (await simulation.nodeClaims()).map(({ plan }) => plan.podUids.length);
    expect(planned.toSorted((a, b) => b - a)).toEqual([perNode, perNode, 1]);
    let seconds = 60;
    await simulation.until(() => Promise.resolve(seconds-- <= 0));
    expect(await simulation.nodeClaims()).toHaveLength(3);
  });
});
