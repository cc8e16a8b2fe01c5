import type { NodeClaim, NodeClaimTermination, Store } from '@kerf/application';
import { aCluster, aNodeClaimRecord, recordedAt } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createPrismaStore,
  createReadQueries,
  type Database,
  openFreshDatabase,
} from '../index.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_outcomes';
let database: Database;
let store: Store;

const at = (minutes: number): number => recordedAt + minutes * 60_000;
const terminated = (reason: NodeClaimTermination['reason']): NodeClaimTermination => ({
  step: 'InstanceGone',
  reason,
  startedAt: recordedAt,
  deadline: null,
  waitingFor: null,
  stepAt: recordedAt,
});
const claim = (id: string, fields: Partial<NodeClaim>): NodeClaim =>
  aNodeClaimRecord({ clusterId, id: `ncl_${id}`, ...fields });
const refused = (code: 'LAUNCH_REFUSED' | 'LAUNCH_WITHHELD', detail: string) => ({ code, detail });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  await store.clusters.insert(aCluster({ id: clusterId, name: clusterId }));
  await store.nodeClaims.insert([
    claim('a', { state: 'Initialized', registeredAt: at(1) }),
    claim('b', {
      state: 'LaunchFailed',
      terminatedAt: at(5),
      failure: refused('LAUNCH_REFUSED', 'UnauthorizedOperation'),
    }),
    // The node registered, whatever happened later.
    claim('c', {
      state: 'Terminated',
      registeredAt: at(3),
      terminatedAt: at(9),
      termination: terminated('Empty'),
    }),
    claim('d', {
      state: 'Terminated',
      terminatedAt: at(4),
      termination: terminated('RegistrationTimeout'),
    }),
    // Its instance failed EC2's status checks before the node registered.
    claim('j', {
      state: 'Terminated',
      terminatedAt: at(4.5),
      termination: terminated('Unhealthy'),
    }),
    // These are no outcomes of the NodePool.
    claim('e', {
      state: 'LaunchFailed',
      terminatedAt: at(6),
      failure: { code: 'INSUFFICIENT_CAPACITY', offerings: 3, detail: 'no capacity' },
    }),
    claim('f', {
      state: 'LaunchFailed',
      terminatedAt: at(7),
      failure: refused('LAUNCH_WITHHELD', 'a limit'),
    }),
    claim('g', {
      state: 'Terminated',
      terminatedAt: at(8),
      termination: terminated('Overprovisioned'),
    }),
    claim('h', { state: 'Launched' }),
    claim('i', { nodePool: 'other', state: 'Registered', registeredAt: at(2) }),
  ]);
});
afterAll(() => database.close());

const fared = [
  { at: at(5), failure: 'LaunchFailed', detail: 'UnauthorizedOperation' },
  { at: at(4.5), failure: 'RegistrationFailed', detail: null },
  { at: at(4), failure: 'RegistrationFailed', detail: null },
  { at: at(3), failure: null, detail: null },
];

describe('launch outcomes of NodePools', () => {
  it('are those of the latest NodeClaims, by their time', async () => {
    const outcomes = await store.nodeClaims.outcomes(clusterId, ['default', 'other', 'none'], 4);
    expect(outcomes).toEqual(
      new Map([
        ['default', fared],
        ['other', [{ at: at(2), failure: null, detail: null }]],
      ]),
    );
  });

  it('are the same when many NodePools are read', async () => {
    const { definitions } = createReadQueries(database);
    const found = await definitions.nodePoolOutcomes([{ clusterId, nodePool: 'default' }], 4);
    expect(found).toEqual(fared.map((one) => ({ clusterId, nodePool: 'default', ...one })));
  });
});
