import { aCluster, createMemoryStore, ManualClock, recordedAt } from '@kerf/testing';
import { expect, it } from 'vitest';
import { runIncidentLoop } from './incident-loop.js';

it('incidents are checked again after a check that failed', async () => {
  const store = createMemoryStore();
  await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
  const ending = new AbortController();
  const logged: string[] = [];
  let checks = 0;
  const listOpen = async () => {
    checks += 1;
    if (checks === 1) throw new RangeError('no database');
    ending.abort();
    return [];
  };
  const ports = {
    store: { ...store, incidents: { ...store.incidents, listOpen } },
    clock: new ManualClock(recordedAt + 3_600_000),
    ids: { next: () => 'inc_1', suffix: () => 'x' },
  };
  const log = { warn: (_: unknown, message: string) => void logged.push(message) };
  await runIncidentLoop(ports, log, ending.signal, { firstAfterMs: 0, everyMs: 0 });
  expect(logged).toEqual(['check of incidents failed; retrying']);
  expect(store.tables.incidents.all()).toMatchObject([{ kind: 'StaleCluster' }]);
});
