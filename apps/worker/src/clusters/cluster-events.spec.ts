import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { openRecords } from '../testing/simulation-records.js';
import { createClusterEvents } from './cluster-events.js';

async function setUp(failing: 'beforeSynced' | 'onSynced') {
  const records = await openRecords();
  const { ports, clusterId } = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  const calls: string[] = [];
  const refused = new AppError({ code: 'DB.UNREADABLE', message: 'one definition' });
  const note = (name: 'beforeSynced' | 'onSynced') => async (): Promise<void> => {
    calls.push(name);
    if (name === failing) throw refused;
  };
  const events = createClusterEvents(ports, {
    onProvisionable: () => undefined,
    onPodEvents: () => undefined,
    beforeSynced: note('beforeSynced'),
    onSynced: note('onSynced'),
    onKnown: () => void calls.push('onKnown'),
  });
  const synced = events.connectionChanged(clusterId, { kind: 'Synced', at: 1 });
  await expect(synced).rejects.toBe(refused);
  await records.close();
  return calls;
}

describe('a cluster that is synced', () => {
  it('is known, and its jobs run, although one of its definitions cannot be compared', async () => {
    expect(await setUp('onSynced')).toEqual(['beforeSynced', 'onSynced', 'onKnown']);
  });

  it('is not known before it is clear which controllers act in it', async () => {
    expect(await setUp('beforeSynced')).toEqual(['beforeSynced']);
  });
});
