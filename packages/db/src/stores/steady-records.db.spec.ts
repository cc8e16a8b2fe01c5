import type { Decision, NodeClaim } from '@kerf/application';
import {
  aCluster,
  aDecision,
  aDefinitionRefusal,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aPause,
  aRevisionOf,
  aSpendLimit,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const now = Date.UTC(2026, 10, 24, 12);
const minuteMs = 60_000;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
});
afterAll(() => database.close());

let last = 0;
let clusterId: string;
beforeEach(async () => {
  last += 1;
  clusterId = `clu_${last}`;
  await store.clusters.insert(aCluster({ id: clusterId, name: clusterId }));
});

const read = () => store.clusters.steadyRecords(clusterId, now, now + minuteMs);
const idOf = (prefix: string) => `${prefix}_${last}`;
const aClaim = (fields: Partial<NodeClaim> = {}) =>
  aNodeClaimRecord({ id: idOf('ncl'), clusterId, state: 'Initialized', ...fields });
const aProposal = (fields: Partial<Decision> = {}) =>
  aDecision({ id: idOf('dec'), clusterId, kind: 'Provision', state: 'Proposed', ...fields });

describe('the steady records of a cluster', () => {
  it('have the same text until something changes, whenever the cluster was synced', async () => {
    await store.nodeClaims.insert([aClaim()]);
    const before = await read();
    expect(before).not.toBeNull();
    await store.clusters.touchSynced(clusterId, now);
    await store.clusters.insert(aCluster({ id: `${clusterId}b`, name: `${clusterId}b` }));
    expect(await read()).toBe(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a saved cluster',
      async () => {
        const cluster = await store.clusters.find(clusterId);
        if (cluster !== null) await store.clusters.save({ ...cluster, configuredMode: 'observe' });
      },
    ],
    [
      'a NodePool',
      () => {
        const pool = aNodePoolDefinition({ id: idOf('np'), name: 'default', clusterId });
        return store.definitions.insert(pool, aRevisionOf(pool));
      },
    ],
    [
      'an EC2NodeClass',
      () => {
        const nodeClass = aNodeClassDefinition({ id: idOf('nc'), name: 'default', clusterId });
        return store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
      },
    ],
    ['a refused object', () => store.definitions.saveRefusal(aDefinitionRefusal({ clusterId }))],
    ['a NodeClaim', () => store.nodeClaims.insert([aClaim()])],
    ['a proposed launch', () => store.decisions.insert(aProposal(), [])],
    [
      'the approval policy, which decides again about proposals',
      () =>
        store.approvalPolicies.insert({
          version: last,
          rules: [],
          savedAt: now,
          savedBy: { kind: 'User', id: 'usr_ada', name: 'ada' },
          comment: null,
          restoredFrom: null,
        }),
    ],
    [
      'instance types and prices',
      () => store.catalog.saveSpotPrices({ accountId: idOf('acc'), region: 'us-east-1' }, [], now),
    ],
  ])('have another text after a change: %s', async (_what, change) => {
    const before = await read();
    expect(before).not.toBeNull();
    await change();
    const after = await read();
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
  });

  it('have another text after a column of a row has changed', async () => {
    await store.nodeClaims.insert([aClaim()]);
    const before = await read();
    const drift = { reason: 'NodePoolDrifted', since: now, definitionHash: '1' } as const;
    await store.nodeClaims.setDrifts(clusterId, [{ id: idOf('ncl'), drift }]);
    expect(await read()).not.toBe(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a node is launched', () => store.nodeClaims.insert([aClaim({ state: 'Launching' })])],
    ['a node ends', () => store.nodeClaims.insert([aClaim({ state: 'Terminating' })])],
    ['a decision is executed', () => store.decisions.insert(aProposal({ state: 'Executing' }), [])],
    [
      'a disruption is proposed',
      () => store.decisions.insert(aProposal({ kind: 'Consolidate' }), []),
    ],
    [
      'a proposed launch expires soon',
      () => store.decisions.insert(aProposal({ expiresAt: now + minuteMs }), []),
    ],
    [
      'a rejection is in force',
      () => store.decisions.insert(aProposal({ state: 'Rejected', rejectedUntil: now + 1 }), []),
    ],
    [
      'an offering has no capacity',
      () => {
        const [instanceType, zone] = ['m5.large', 'us-east-1a'];
        const code = 'InsufficientInstanceCapacity';
        const offering = { instanceType, zone, capacityType: 'spot', code } as const;
        return store.catalog.markUnavailable(clusterId, [offering], now + 1);
      },
    ],
    [
      'something is paused',
      () =>
        store.pauses.insert(
          aPause({ id: idOf('pau'), scope: { kind: 'Cluster', clusterId }, releasedAt: null }),
        ),
    ],
    [
      'spending is limited',
      () =>
        store.spendLimits.insert(
          aSpendLimit({ id: idOf('spl'), scope: { kind: 'Cluster', clusterId } }),
        ),
    ],
  ])('have no text while %s', async (_what, change) => {
    await change();
    expect(await read()).toBeNull();
    // These concern all clusters.
    await store.clusters.remove(clusterId);
  });
});
