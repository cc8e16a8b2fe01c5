import {
  organizationAdmin,
  type Principal,
  requireCluster,
  updateCluster,
} from '@kerf/application';
import { type Database } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
const nodePool = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: saved-while-observing }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function changeMode(simulation: ClusterSimulation, mode: ClusterMode): Promise<void> {
  const { version } = await requireCluster(simulation.store, simulation.clusterId);
  const outcome = await updateCluster({ ...simulation.ports, store: simulation.store }, ada, {
    id: simulation.clusterId,
    expectedVersion: version,
    mode,
    settings: {},
    requestId: null,
  });
  expect(outcome.kind).toBe('Updated');
}

describe('a definition that is saved in mode observe', () => {
  it('is written to the cluster once the mode allows it', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), {
      mode: 'observe',
    });
    const write = vi.spyOn(simulation.cluster, 'applyDefinition');
    await simulation.apply(ada, nodePool);
    const written = (): readonly unknown[] => write.mock.calls;
    await simulation.until(async () => (await database.prisma.outboxEntry.count()) === 0);
    expect(written()).toEqual([]);
    await changeMode(simulation, 'auto');
    await simulation.until(() => Promise.resolve(written().length > 0));
    expect(JSON.stringify(written())).toContain('saved-while-observing');
  });
});
