import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { changeCluster } from './change-cluster.js';

const toRegion =
  (region: string) =>
  (cluster: Cluster): Cluster => ({ ...cluster, region });

/** Returns ports whose cluster is saved by another writer before each of the first saves. */
function contended({ ports, store }: ClusterSetup, times: number) {
  let left = times;
  const contendedStore: typeof store = {
    ...store,
    async transaction(work) {
      const cluster = await store.clusters.find('clu_1');
      if (left > 0 && cluster !== null)
        await store.clusters.save({ ...cluster, roleArn: `${left}` });
      left -= 1;
      return store.transaction(work);
    },
  };
  return { ...ports, store: contendedStore };
}

describe('changeCluster', () => {
  it('saves the change and notifies pages of it', async () => {
    const { ports, store, clusterId } = await setUpCluster();
    store.tables.changes.deleteWhere(() => true);
    const saved = await changeCluster(ports, clusterId, toRegion('eu-west-1'));
    expect(saved).toMatchObject({ region: 'eu-west-1', version: 2 });
    expect(await store.clusters.find(clusterId)).toEqual(saved);
    expect(store.tables.changes.all()).toEqual([
      { topic: 'cluster', clusterId, id: clusterId, version: 2 },
    ]);
  });

  it('saves nothing when no change is required', async () => {
    const { ports, store, clusterId } = await setUpCluster();
    const before = await store.clusters.find(clusterId);
    expect(await changeCluster(ports, clusterId, () => null)).toBeNull();
    expect(await store.clusters.find(clusterId)).toEqual(before);
  });

  it('applies the change to what another writer has saved first', async () => {
    const setup = await setUpCluster();
    const saved = await changeCluster(contended(setup, 4), setup.clusterId, toRegion('eu-west-1'));
    expect(saved).toMatchObject({ region: 'eu-west-1', roleArn: '1', version: 6 });
  });

  it('gives up with a retry after five conflicts', async () => {
    const setup = await setUpCluster();
    const changing = changeCluster(contended(setup, 5), setup.clusterId, toRegion('eu-west-1'));
    await expect(changing).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(await setup.store.clusters.find(setup.clusterId)).toMatchObject({ region: 'us-east-1' });
  });

  it('fails for an unknown cluster', async () => {
    const { ports } = await setUpCluster();
    await expect(changeCluster(ports, 'clu_2', toRegion('eu-west-1'))).rejects.toMatchObject({
      code: 'STATE.NOT_FOUND',
    });
  });
});
