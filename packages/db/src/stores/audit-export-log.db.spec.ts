import {
  type AuditExport,
  type AuditExportObject,
  type RunAuditExportPorts,
  runAuditExport,
} from '@kerf/application';
import { AppError } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { createAuditChain } from './audit-chain.js';
import { createAuditExportLog } from './audit-export-log.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const minute = 60_000;
const policy = { retentionMs: minute, entriesPerObject: 10 };
let database: Database;
let ports: RunAuditExportPorts;
let written: AuditExportObject[];
let isDown: boolean;
let now: number;
let ids: number;

const target: AuditExport = {
  target: 's3://audit',
  async put(object) {
    if (isDown) throw new AppError({ code: 'CLOUD.UNREACHABLE', message: 's3:PutObject: down' });
    written.push(object);
  },
};

beforeEach(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  written = [];
  isDown = false;
  now = 1_764_000_000_000;
  ids = 0;
  ports = {
    store: createPrismaStore(database),
    chain: createAuditChain(database),
    log: createAuditExportLog(database),
    clock: { now: () => now },
    ids: {
      next: (prefix) => {
        ids += 1;
        return `${prefix}_${ids}`;
      },
      suffix: () => String(ids),
    },
    target,
  };
});
afterEach(() => database.close());

const run = () => runAuditExport(ports, policy);

/** Adds an entry and a checkpoint after it. */
async function addSigned(): Promise<void> {
  await ports.store.audit.add({
    id: ports.ids.next('aud'),
    at: now,
    actor: { kind: 'User', id: 'usr_1', name: 'ada' },
    action: 'cluster.update',
    object: { kind: 'Cluster', id: 'clu_1', name: 'prod' },
    clusterId: null,
    outcome: 'Done',
    comment: null,
    before: null,
    after: null,
    requestId: null,
  });
  const { head } = await ports.chain.state();
  await ports.chain.addCheckpoint({ ...head, at: now, keyId: 'k', signature: 's' });
}

const reports = async () =>
  (await ports.chain.entriesAfter(0, 100))
    .filter(({ action }) => action.startsWith('audit-export.'))
    .map(({ action, comment }) => ({ action, comment }));

describe('repeated exports', () => {
  it('run once a minute, of workers at the same time only one', async () => {
    await addSigned();
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.toSorted((a, b) => Number(b) - Number(a))).toEqual([1, null, null]);
    now += minute - 1;
    expect(await run()).toBeNull();
    now += 1;
    expect(await run()).toBe(0);
    expect(written).toHaveLength(1);
    expect(await ports.log.find()).toMatchObject({
      target: 's3://audit',
      exportedAt: 1_764_000_000_000,
      checkedAt: now,
      error: null,
    });
  });

  it('are repeated later and later when they fail, and report the first failure and the success', async () => {
    await addSigned();
    isDown = true;
    for (const delay of [1, 2, 4]) {
      await expect(run()).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
      now += delay * minute - 1;
      expect(await run()).toBeNull();
      now += 1;
    }
    expect(await ports.log.find()).toMatchObject({ failures: 3, error: 's3:PutObject: down' });
    isDown = false;
    expect(await run()).toBe(1);
    expect(await ports.log.find()).toMatchObject({ failures: 0, error: null, exportedAt: now });
    expect(await reports()).toEqual([
      { action: 'audit-export.fail', comment: 's3:PutObject: down' },
      { action: 'audit-export.recover', comment: null },
    ]);
  });

  it('go on ten minutes after the worker of a run has died', async () => {
    await addSigned();
    await ports.log.begin({ target: 's3://audit', now, busyUntil: now + 10 * minute });
    expect(await run()).toBeNull();
    now += 10 * minute;
    expect(await run()).toBe(1);
  });
});
