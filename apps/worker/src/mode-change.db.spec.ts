import { type Principal, requireCluster, updateCluster } from '@kerf/application';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
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
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

async function changeMode(corridor: Corridor, mode: ClusterMode): Promise<void> {
  const { version } = await requireCluster(corridor.store, corridor.clusterId);
  const outcome = await updateCluster({ ...corridor.ports, store: corridor.store }, ada, {
    id: corridor.clusterId,
    expectedVersion: version,
    mode,
    settings: {},
    requestId: null,
  });
  expect(outcome.kind).toBe('Updated');
}

describe('a definition that is saved in mode observe', () => {
  it('is written to the cluster once the mode allows it', async () => {
    const corridor = await Corridor.open(database, { mode: 'observe' });
    const write = vi.spyOn(corridor.cluster, 'applyDefinition');
    await corridor.apply(ada, nodePool);
    const written = (): readonly unknown[] => write.mock.calls;
    await corridor.until(async () => (await database.prisma.outboxEntry.count()) === 0);
    expect(written()).toEqual([]);
    await changeMode(corridor, 'auto');
    await corridor.until(() => Promise.resolve(written().length > 0));
    expect(JSON.stringify(written())).toContain('saved-while-observing');
  });
});
