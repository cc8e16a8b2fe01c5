import { type NodeClaim, organizationAdmin, type Principal } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
let records: RecordSource;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

describe('NodeClaim objects of a large decision', () => {
  it('are created before their nodes join', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { cluster } = simulation;
    const unannounced: string[] = [];
    const join = cluster.joinNode.bind(cluster);
    cluster.joinNode = (claim) => {
      if (!cluster.nodeClaims.has(claim.name)) unannounced.push(claim.name);
      join(claim);
    };
    cluster.addPendingPods(120, { cpu: 3_000, memory: 4 * giB });
    await simulation.until(() => Promise.resolve(cluster.pending.size === 0));
    expect(cluster.nodes.size).toBeGreaterThan(50);
    expect(unannounced).toEqual([]);
  });
});

/** Runs the scheduled jobs. */
async function publish(simulation: ClusterSimulation): Promise<void> {
  const { ports, clusterId, clock } = simulation;
  await createHandlers(ports)['disruption.plan']({ clusterId });
  await createHandlers(ports)['definition.publish-status']({ clusterId });
  const end = clock.now() + 2_000;
  await simulation.until(() => Promise.resolve(clock.now() >= end));
}

describe('the condition Drifted of a NodeClaim', () => {
  const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
  const fixed = (team: string): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: fixed }
spec:
  replicas: 2
  disruption: { budgets: [{ nodes: "0" }] }
  template:
    metadata: { labels: { team: ${team} } }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
`;

  it('has the reason of the drift while the NodeClaim is drifted', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { cluster } = simulation;
    await simulation.apply(ada, fixed('web'));
    await simulation.until(() =>
      Promise.resolve([...cluster.nodeClaims.values()].filter(isInitialized).length === 2),
    );
    await publish(simulation);
    expect([...cluster.driftedNodeClaims]).toEqual([]);

    await simulation.apply(ada, fixed('api'));
    await publish(simulation);
    expect([...cluster.driftedNodeClaims.values()]).toEqual(['NodePoolDrifted', 'NodePoolDrifted']);

    await simulation.apply(ada, fixed('web'));
    await publish(simulation);
    expect([...cluster.driftedNodeClaims]).toEqual([]);
  });

  it('is removed by a worker that did not write it', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { cluster } = simulation;
    await simulation.apply(ada, fixed('web'));
    await simulation.until(() =>
      Promise.resolve([...cluster.nodeClaims.values()].filter(isInitialized).length === 2),
    );
    const [first = ''] = cluster.nodeClaims.keys();
    cluster.driftedNodeClaims.set(first, 'NodePoolDrifted');
    await publish(simulation);
    expect([...cluster.driftedNodeClaims]).toEqual([]);
  });
});

describe('the other conditions of a NodeClaim', () => {
  it('95, 105: are written when consolidateAfter has elapsed and the node is checked', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { cluster, clusterId, clock, ports } = simulation;
    cluster.addPendingPods(4, { cpu: 1_000, memory: giB });
    await simulation.until(() => Promise.resolve(cluster.pending.size === 0));
    const conditions = () => [...cluster.otherConditions.values()];
    await createHandlers(ports)['node-claim.check-liveness']({ clusterId });
    await publish(simulation);
    const end = clock.now() + 4_000;
    await simulation.until(() => Promise.resolve(clock.now() >= end));
    await publish(simulation);
    expect(conditions().length).toBeGreaterThan(0);
    for (const shown of conditions()) {
      expect(shown).toEqual({ consolidatable: true, consistent: true, disruption: null });
    }
  });
});

const isInitialized = ({ state }: NodeClaim): boolean => state === 'Initialized';
