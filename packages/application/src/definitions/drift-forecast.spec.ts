import { invariant } from '@kerf/core';
import { aNodeClaimRecord, aRevisionOf } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { forecastDrift } from './forecast-drift.js';

describe('the forecast of a drift', () => {
  /** Two nodes of `default` that took 90 s and 60 s to start; the second has no price. */
  async function setUpNodes() {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const [pool] = await store.definitions.nodePools(clusterId);
    invariant(pool !== undefined, 'the setup has a NodePool');
    const ofPool = (id: string, instanceType: string, startMs: number): NodeClaim => {
      const record = aNodeClaimRecord({ clusterId, id, nodePoolHash: 'kerf1-old' });
      const { requestedAt, instance } = record;
      invariant(instance !== null, 'the node is launched');
      const launched = { ...instance, instanceType, capacityType: 'on-demand' } as const;
      return { ...record, instance: launched, initializedAt: requestedAt + startMs };
    };
    await store.nodeClaims.insert([
      ofPool('ncl_a', 'm5.large', 90_000),
      ofPool('ncl_b', 'gone.large', 60_000),
    ]);
    const stored = { ...pool, driftHash: 'kerf1-old', revision: 2 };
    await store.definitions.save(stored, aRevisionOf(stored));
    return { ...setup, changed: { ...stored, driftHash: 'kerf1-new' } };
  }

  it('has the price of the drifting nodes, and the least time of their replacement', async () => {
    const { ports, clusterId, changed } = await setUpNodes();
    const forecast = (await forecastDrift(ports, clusterId, [changed])).get(changed);
    expect(forecast).toEqual({
      nodes: 2,
      drifting: 2,
      priceMicroUsdPerHour: 96_000,
      unpricedNodes: 1,
      replacement: { kind: 'AtLeast', ms: 60_000 },
    });
  });

  it('has the budgets that are in force when it is saved', async () => {
    const { ports, clusterId, changed } = await setUpNodes();
    const withBudgets = (nodes: string) => ({
      ...changed,
      spec: { ...changed.spec, disruption: { ...changed.spec.disruption, budgets: [{ nodes }] } },
    });
    const replacementWith = async (nodes: string) => {
      const saved = withBudgets(nodes);
      return (await forecastDrift(ports, clusterId, [saved])).get(saved)?.replacement;
    };
    expect(await replacementWith('1')).toEqual({ kind: 'AtLeast', ms: 120_000 });
    expect(await replacementWith('0')).toMatchObject({ kind: 'Unknown' });
  });

  it('has no price while the prices of the region are unknown', async () => {
    const { ports, clusterId, changed, store } = await setUpNodes();
    store.tables.catalogs.deleteWhere(() => true);
    const forecast = (await forecastDrift(ports, clusterId, [changed])).get(changed);
    expect(forecast).toMatchObject({ priceMicroUsdPerHour: 0, unpricedNodes: 2 });
  });

  it('has no time before any node of the cluster was initialized', async () => {
    const { ports, clusterId, changed, store } = await setUpNodes();
    const claims = await store.nodeClaims.inStates(clusterId, ['Launched']);
    for (const claim of claims) await store.nodeClaims.save({ ...claim, initializedAt: null });
    const forecast = (await forecastDrift(ports, clusterId, [changed])).get(changed);
    expect(forecast?.replacement).toEqual({
      kind: 'Unknown',
      reason: 'no node of the cluster has been initialized yet',
    });
  });
});
