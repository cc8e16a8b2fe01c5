import { AppError } from '@kerf/core';
import { aCachedNode, recordedAt } from '@kerf/testing';
import { describe, expect, it, vi } from 'vitest';
import type { CacheChanges } from '../ports/cluster-cache.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { CacheWriter, type ChangeSource } from './cache-writer.js';

const changes = (asOf: number, relisted: boolean): CacheChanges => ({
  asOf,
  relisted,
  nodes: { changed: [], gone: [] },
  pods: { changed: [], gone: [] },
});

async function setUpWriter() {
  const setup = await setUpCluster();
  const { cluster, ports, clusterId, clock } = setup;
  cluster.nodes.set('a', aCachedNode({ name: 'a', uid: 'a' }));
  const taken: string[] = [];
  const source: ChangeSource = {
    takeChanges: (scope) => {
      taken.push(scope);
      return changes(clock.now(), scope === 'Everything');
    },
  };
  const writer = new CacheWriter(ports, clusterId);
  return { ...setup, taken, write: () => writer.write(source, 0) };
}

const notSynced = (): never => {
  throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'pods not listed yet' });
};

describe('CacheWriter', () => {
  it('writes everything first, and then changes', async () => {
    const { write, taken, store } = await setUpWriter();
    expect(await write()).toBe(recordedAt);
    expect(store.tables.nodes.all().map(({ name }) => name)).toEqual(['a']);
    expect(await write()).toBe(recordedAt);
    expect(taken).toEqual(['Everything', 'Delta']);
  });

  it('leaves changes for later while the cache is not in sync, and then writes these only', async () => {
    const { write, taken, ports } = await setUpWriter();
    await write();
    const view = vi.spyOn(ports.cache, 'view').mockImplementation(notSynced);
    expect(await write()).toBeNull();
    view.mockRestore();
    expect(taken).toEqual(['Everything']);
    expect(await write()).toBe(recordedAt);
    expect(taken).toEqual(['Everything', 'Delta']);
  });

  it('writes everything after a failure', async () => {
    const { write, taken, store, clock } = await setUpWriter();
    await write();
    clock.advance(60_000);
    vi.spyOn(store, 'transaction').mockRejectedValueOnce(new Error('the database is down'));
    await expect(write()).rejects.toThrow('the database is down');
    await write();
    expect(taken).toEqual(['Everything', 'Delta', 'Everything']);
  });
});
