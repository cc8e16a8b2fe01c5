import type { NodeClaim, Principal } from '@kerf/application';
import { type Database, openFreshDatabase } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createHandlers } from './register-handlers.js';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
let database: Database;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

describe('the NodeClaim objects of a large decision', () => {
  it('are in the cluster before their nodes join, however many they are', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const { cluster } = corridor;
    const unannounced: string[] = [];
    const join = cluster.joinNode.bind(cluster);
    cluster.joinNode = (claim) => {
      if (!cluster.nodeClaims.has(claim.name)) unannounced.push(claim.name);
      join(claim);
    };
    cluster.addPendingPods(120, { cpu: 3_000, memory: 4 * giB });
    await corridor.until(() => Promise.resolve(cluster.pending.size === 0));
    expect(cluster.nodes.size).toBeGreaterThan(50);
    expect(unannounced).toEqual([]);
  });
});

describe('the condition Drifted of a NodeClaim', () => {
  const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
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

  /** As the schedule does. */
  async function publish(corridor: Corridor): Promise<void> {
    const { ports, clusterId, clock } = corridor;
    await createHandlers(ports)['definition.publish-status']({ clusterId });
    const end = clock.now() + 2_000;
    await corridor.until(() => Promise.resolve(clock.now() >= end));
  }

  it('says why a claim is not what its pool asks for, as long as it is not', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const { cluster } = corridor;
    await corridor.apply(ada, fixed('web'));
    await corridor.until(() =>
      Promise.resolve([...cluster.nodeClaims.values()].filter(isInitialized).length === 2),
    );
    await publish(corridor);
    expect([...cluster.driftedNodeClaims]).toEqual([]);

    await corridor.apply(ada, fixed('api'));
    await publish(corridor);
    expect([...cluster.driftedNodeClaims.values()]).toEqual(['NodePoolDrifted', 'NodePoolDrifted']);

    await corridor.apply(ada, fixed('web'));
    await publish(corridor);
    expect([...cluster.driftedNodeClaims]).toEqual([]);
  });

  it('is taken back by a worker that did not write it', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const { cluster } = corridor;
    await corridor.apply(ada, fixed('web'));
    await corridor.until(() =>
      Promise.resolve([...cluster.nodeClaims.values()].filter(isInitialized).length === 2),
    );
    const [first = ''] = cluster.nodeClaims.keys();
    cluster.driftedNodeClaims.set(first, 'NodePoolDrifted');
    await publish(corridor);
    expect([...cluster.driftedNodeClaims]).toEqual([]);
  });
});

const isInitialized = ({ state }: NodeClaim): boolean => state === 'Initialized';
