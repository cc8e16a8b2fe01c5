import { setTimeout } from 'node:timers/promises';
import type { Repositories, SchedulingBatch, Store, Team } from '@kerf/application';
import { hasErrorCode } from '@kerf/core';
import {
  aChannel,
  aCluster,
  aNodeClaimRecord,
  aNodePoolDefinition,
  aRevisionOf,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../testing/open-store.js';

let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openStore('Postgres'));
  await store.clusters.insert(aCluster({ id: 'clu_1', name: 'one' }));
});
afterAll(() => close());

const aTeam = (id: string, name: string): Team => ({
  id,
  name,
  owns: [],
  members: [],
  createdAt: 1_000,
  version: 1,
});
const aRole = (id: string, name: string) =>
  ({ id, name, description: '', actions: ['node.read'], createdAt: 1_000, version: 1 }) as const;
const aBatch = (id: string, state: SchedulingBatch['state']): SchedulingBatch => ({
  id,
  clusterId: 'clu_1',
  state,
  openedAt: 1_000,
  dueAt: 2_000,
  latestAt: 3_000,
  podCount: 1,
  solvingSince: null,
  solvedAt: null,
  outcome: null,
  version: 1,
});
const pool = aNodePoolDefinition({ clusterId: 'clu_1', name: 'batch', source: 'Api' });

/** Each write is done twice with the same unique value. */
const writes: Readonly<Record<string, (tx: Repositories, nth: string) => Promise<unknown>>> = {
  'clusters of one name': (tx, nth) =>
    tx.clusters.insert(aCluster({ id: `clu_2${nth}`, name: 'two' })),
  'open batches of a cluster': (tx, nth) => tx.batches.insert(aBatch(`bat_${nth}`, 'Open')),
  'NodeClaims of one name': (tx, nth) =>
    tx.nodeClaims.insert([aNodeClaimRecord({ clusterId: 'clu_1', id: `ncl_${nth}`, name: 'n' })]),
  'definitions of one name': (tx, nth) => {
    const named = { ...pool, id: `np_${nth}` };
    return tx.definitions.insert(named, aRevisionOf(named));
  },
  'users of one name': (tx, nth) =>
    tx.identity.insertUser(
      {
        id: `usr_${nth}`,
        name: 'ada',
        hasPassword: false,
        createdAt: 1_000,
        lastSignInAt: null,
        groups: [],
        disabledAt: null,
      },
      null,
    ),
  'teams of one name': (tx, nth) => tx.access.insertTeam(aTeam(`tea_${nth}`, 'web')),
  'roles of one name': (tx, nth) => tx.access.insertRole(aRole(`rol_${nth}`, 'pauser')),
  'channels of one name': (tx, nth) =>
    tx.notificationChannels.insert(aChannel({ id: `chn_${nth}`, name: 'ops' })),
  'a team renamed to another one': async (tx, nth) => {
    await tx.access.insertTeam(aTeam(`tea_r${nth}`, `renamed ${nth}`));
    return tx.access.saveTeam(aTeam(`tea_r${nth}`, 'final'));
  },
  'a role renamed to another one': async (tx, nth) => {
    await tx.access.insertRole(aRole(`rol_r${nth}`, `renamed ${nth}`));
    return tx.access.saveRole(aRole(`rol_r${nth}`, 'final'));
  },
};

describe('two rows that cannot both exist', () => {
  it.each(Object.keys(writes))(
    'are a conflict without an error of the database, which would end the transaction: %s',
    async (what) => {
      const conflicts = await store.transaction(async (tx) => {
        await writes[what]?.(tx, 'a');
        let isConflict = false;
        try {
          await writes[what]?.(tx, 'b');
        } catch (error) {
          if (!hasErrorCode(error, 'STATE.CONFLICT')) throw error;
          isConflict = true;
        }
        // Postgres refuses this after an error: the transaction is aborted.
        return [isConflict, (await tx.clusters.find('clu_1'))?.name];
      });
      expect(conflicts).toEqual([true, 'one']);
    },
  );

  const renames: Readonly<Record<string, (tx: Repositories, id: string) => Promise<unknown>>> = {
    teams: (tx, id) => tx.access.saveTeam(aTeam(`tea_${id}`, 'taken')),
    roles: (tx, id) => tx.access.saveRole(aRole(`rol_${id}`, 'taken')),
    channels: (tx, id) =>
      tx.notificationChannels.save(aChannel({ id: `chn_${id}`, name: 'taken', version: 1 })),
  };
  beforeAll(async () => {
    for (const id of ['left', 'right']) {
      await store.access.insertTeam(aTeam(`tea_${id}`, id));
      await store.access.insertRole(aRole(`rol_${id}`, id));
      await store.notificationChannels.insert(aChannel({ id: `chn_${id}`, name: id }));
    }
  });

  it.each(Object.keys(renames))(
    'are renamed one after the other when it is at the same moment: %s',
    async (what) => {
      const renamed = Promise.withResolvers<void>();
      const waits = Promise.withResolvers<void>();
      const first = store.transaction(async (tx) => {
        await renames[what]?.(tx, 'left');
        renamed.resolve();
        await waits.promise;
      });
      await renamed.promise;
      const second = store.transaction(async (tx) => {
        const rename = renames[what]?.(tx, 'right');
        // The other one ends while this one has begun.
        await Promise.race([rename, setTimeout(200)]);
        waits.resolve();
        const error: unknown = await rename?.catch((refused: unknown) => refused);
        return [hasErrorCode(error, 'STATE.CONFLICT'), (await tx.clusters.find('clu_1'))?.name];
      });
      await first;
      expect(await second).toEqual([true, 'one']);
    },
  );

  it('are two batches of a cluster that are solved: the second waits', async () => {
    const cluster = aCluster({ id: 'clu_3', name: 'three' });
    await store.clusters.insert(cluster);
    const of = (id: string) => ({ ...aBatch(id, 'Open'), clusterId: 'clu_3' });
    await store.transaction(async (tx) => {
      await tx.batches.insert(of('bat_31'));
      await tx.batches.save({ ...of('bat_31'), state: 'Solving' });
      await tx.batches.insert(of('bat_32'));
      expect(await tx.batches.save({ ...of('bat_32'), state: 'Solving' })).toBeNull();
      expect((await tx.clusters.find('clu_3'))?.name).toBe('three');
    });
  });
});
