import type { Store } from '@kerf/application';
import { aCluster, createMemoryStore } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { readingOnce } from './reading-once.js';

describe('the store of one run', () => {
  it('read each cluster once, and every other run reads it again', async () => {
    const store = createMemoryStore();
    await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
    await store.clusters.insert(aCluster({ id: 'clu_2', name: 'staging' }));
    const reads: string[] = [];
    const find: Store['clusters']['find'] = (id) => {
      reads.push(id);
      return store.clusters.find(id);
    };
    const clusters = { ...store.clusters, find };
    const run = () => readingOnce({ ...store, clusters });
    const first = run();
    const names = await Promise.all(
      ['clu_1', 'clu_2', 'clu_1'].map(async (id) => (await first.clusters.find(id))?.name),
    );
    expect(names).toEqual(['prod', 'staging', 'prod']);
    await run().clusters.find('clu_1');
    expect(reads).toEqual(['clu_1', 'clu_2', 'clu_1']);
  });

  it('read again what could not be read, so that the next step does not fail for it', async () => {
    const store = createMemoryStore();
    await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
    let isDown = true;
    const find: Store['clusters']['find'] = (id) =>
      isDown ? Promise.reject(new RangeError('down')) : store.clusters.find(id);
    const once = readingOnce({ ...store, clusters: { ...store.clusters, find } });
    await expect(once.clusters.find('clu_1')).rejects.toThrow('down');
    isDown = false;
    expect((await once.clusters.find('clu_1'))?.name).toBe('prod');
  });

  it('read the present state in a transaction', async () => {
    const store = createMemoryStore();
    await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
    const once = readingOnce(store);
    const cluster = await once.clusters.find('clu_1');
    if (cluster !== null) await once.clusters.save({ ...cluster, configuredMode: 'observe' });
    const inside = await once.transaction((tx) => tx.clusters.find('clu_1'));
    expect([inside?.configuredMode, cluster?.configuredMode === 'observe']).toEqual([
      'observe',
      false,
    ]);
  });
});
