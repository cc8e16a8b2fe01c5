import { describe, expect, it } from 'vitest';
import { requireCluster, requireKnown } from '../clusters/require-cluster.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { loadOfferings } from './load-offerings.js';

async function prepare() {
  const setup = await setUpCluster();
  const cluster = requireKnown(await requireCluster(setup.store, setup.clusterId));
  return { ...setup, knownCluster: cluster };
}

describe('loadOfferings', () => {
  it('has the catalog, the prices and the settings of the cluster', async () => {
    const { store, clock, knownCluster } = await prepare();
    const offerings = await loadOfferings(store, knownCluster, {
      now: clock.now(),
      nodeClasses: [],
    });
    expect(offerings.catalog.region).toBe('us-east-1');
    expect(offerings.spotPrices).not.toEqual([]);
    expect(offerings.unavailable).toEqual([]);
    expect(offerings.settings).toBe(knownCluster.settings);
  });

  it('has the offerings that are unavailable now', async () => {
    const { store, clock, clusterId, knownCluster } = await prepare();
    const offering = {
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      capacityType: 'spot',
      code: 'SpotInterrupted',
    } as const;
    await store.catalog.markUnavailable(clusterId, [offering], clock.now() + 1);
    const before = await loadOfferings(store, knownCluster, { now: clock.now(), nodeClasses: [] });
    expect(before.unavailable).toEqual([{ ...offering, until: clock.now() + 1 }]);
    const after = await loadOfferings(store, knownCluster, {
      now: clock.now() + 1,
      nodeClasses: [],
    });
    expect(after.unavailable).toEqual([]);
  });

  it('has the zonal shifts that have not ended, if the setting is on', async () => {
    const { store, clock, knownCluster } = await prepare();
    const now = clock.now();
    const lasting = [
      { zoneId: 'use1-az1', until: now + 1 },
      { zoneId: 'use1-az2', until: null },
    ];
    const zonalShifts = [...lasting, { zoneId: 'use1-az3', until: now }];
    const shiftsWith = async (zonalShift: boolean) => {
      const settings = { ...knownCluster.settings, zonalShift };
      const cluster = { ...knownCluster, settings, zonalShifts };
      return (await loadOfferings(store, cluster, { now, nodeClasses: [] })).zonalShifts;
    };
    expect(await shiftsWith(true)).toEqual(lasting);
    expect(await shiftsWith(false)).toEqual([]);
  });

  it('fails with a retry until the instance types of the region are known', async () => {
    const { store, clock, knownCluster } = await prepare();
    const elsewhere = { ...knownCluster, region: 'eu-west-1' };
    await expect(
      loadOfferings(store, elsewhere, { now: clock.now(), nodeClasses: [] }),
    ).rejects.toMatchObject({
      code: 'CATALOG.UNAVAILABLE',
      message: 'The instance types of eu-west-1 have not been read yet.',
      retry: { kind: 'backoff' },
    });
  });
});
