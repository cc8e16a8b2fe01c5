import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import {
  type AuditEntry,
  type AuditExportObject,
  type AuditSigner,
  auditEntryText,
  checkpointAudit,
  exportAudit,
  verifyAuditChain,
} from '@kerf/application';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { createAuditChain } from './audit-chain.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let chain: ReturnType<typeof createAuditChain>;

beforeEach(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  chain = createAuditChain(database);
  now = 1_000_000;
});
afterEach(() => database.close());

let now = 0;
const clock = { now: () => now };
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function newSigner(keyId: string): AuditSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyId,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    check: (text, { keyId: of, signature }) => {
      if (of !== keyId) return 'UnknownKey';
      const isValid = verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
      return isValid ? 'Valid' : 'Invalid';
    },
  };
}
const signer = newSigner('key-1');
const often = { everyEntries: 1, everyMs: 60_000 };

const verifyAll = () => verifyAuditChain({ chain, signer, hashOf });
const checkpoint = () => checkpointAudit({ chain, signer, clock }, often);

const entry = (id: string): AuditEntry => ({
  id,
  at: 1_764_000_000_123,
  actor: { kind: 'User', id: 'usr_1', name: 'ada' },
  action: 'cluster.update',
  object: { kind: 'Cluster', id: 'clu_1', name: 'prod' },
  clusterId: null,
  outcome: 'Done',
  comment: 'für „Grüße“',
  before: { b: 1, a: [1.5, null, { z: true, y: 1e21 }] },
  after: null,
  requestId: null,
});

const add = async (...ids: readonly string[]) => {
  for (const id of ids) await store.audit.add(entry(id));
};

/** Changes rows as somebody with full access to the database can. */
async function tamper(sql: string): Promise<void> {
  await database.pool.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
  await database.pool.query('ALTER TABLE audit_checkpoints DISABLE TRIGGER USER');
  await database.pool.query(sql);
}

describe('the hash chain', () => {
  it('is intact when transactions add entries at the same time', async () => {
    const transactions = Array.from({ length: 12 }, (_, index) =>
      store.transaction(async (tx) => {
        await tx.audit.add(entry(`aud_${index}a`));
        await tx.audit.add(entry(`aud_${index}b`));
      }),
    );
    await Promise.all([...transactions, add('aud_x')]);
    expect(await verifyAll()).toMatchObject({ isIntact: true, entries: 25, unsignedEntries: 25 });
  });

  it('has no gap where a transaction failed', async () => {
    await add('aud_1');
    const failing = store.transaction(async (tx) => {
      await tx.audit.add(entry('aud_2'));
      throw new RangeError('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await add('aud_3');
    expect(await verifyAll()).toMatchObject({ isIntact: true, entries: 2 });
  });

  it('takes no entry without a hash', async () => {
    const insert = `INSERT INTO audit_entries (id, at, actor_kind, actor_name, action, object_kind, object_id,
      object_name, outcome) VALUES ('aud_0', now(), 'User', 'eve', 'a.b', 'k', 'i', 'n', 'Done')`;
    await expect(database.pool.query(insert)).rejects.toThrow(/audit_entries_chained/);
  });

  it('starts at the hash of the entries from before it', async () => {
    await database.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_chained');
    await database.pool.query(`INSERT INTO audit_entries (id, at, actor_kind, actor_name, action, object_kind,
      object_id, object_name, outcome) VALUES ('aud_0', now(), 'User', 'eve', 'a.b', 'k', 'i', 'n', 'Done')`);
    await database.pool.query(`UPDATE audit_chain SET start_entries = s.entries, start_hash = s.hash,
      last_hash = s.hash FROM audit_start_hash() s`);
    await add('aud_1');
    expect(await verifyAll()).toMatchObject({ isIntact: true, entries: 1, entriesBeforeChain: 1 });
    await tamper(`UPDATE audit_entries SET actor_name = 'bob' WHERE id = 'aud_0'`);
    expect((await verifyAll()).problems).toMatchObject([{ kind: 'StartChanged' }]);
  });
});

describe('tampering', () => {
  beforeEach(() => add('aud_1', 'aud_2', 'aud_3', 'aud_4'));

  it.each([
    ['another actor', `UPDATE audit_entries SET actor_name = 'eve' WHERE id = 'aud_2'`],
    ['another time', `UPDATE audit_entries SET at = at + interval '1 second' WHERE id = 'aud_2'`],
    ['other contents', `UPDATE audit_entries SET before = '{"v":1,"value":1}' WHERE id = 'aud_2'`],
    ['no comment', `UPDATE audit_entries SET comment = NULL WHERE id = 'aud_2'`],
  ])('is found: %s', async (_, sql) => {
    await tamper(sql);
    expect(await verifyAll()).toMatchObject({
      isIntact: false,
      problems: [{ kind: 'EntryChanged', seq: 2, entryId: 'aud_2' }],
    });
  });

  it('is found: a removed entry, and removed last entries', async () => {
    await tamper(`DELETE FROM audit_entries WHERE id = 'aud_2'`);
    expect((await verifyAll()).problems).toMatchObject([{ kind: 'EntryMissing', seq: 2 }]);
    await tamper(`DELETE FROM audit_entries WHERE id = 'aud_4'`);
    expect((await verifyAll()).problems.at(-1)).toMatchObject({ kind: 'EndMissing', seq: 4 });
  });

  it('is found by a checkpoint when the end was moved, too', async () => {
    await checkpoint();
    const third = await database.prisma.auditEntry.findFirstOrThrow({ where: { id: 'aud_3' } });
    await tamper(`DELETE FROM audit_entries WHERE id = 'aud_4'`);
    await tamper(`UPDATE audit_chain SET last_seq = 3, last_hash = '${third.hash}'`);
    expect((await verifyAll()).problems).toMatchObject([{ kind: 'EndMissing', seq: 4 }]);
  });

  it('is found by a checkpoint when all later hashes were computed again', async () => {
    await checkpoint();
    await rewriteAs('eve');
    expect((await verifyAll()).problems).toMatchObject([{ kind: 'CheckpointMismatch', seq: 4 }]);
    // Without checkpoints nothing shows it.
    await tamper('DELETE FROM audit_checkpoints');
    expect(await verifyAll()).toMatchObject({ isIntact: true, checkpoints: 0, unsignedEntries: 4 });
  });

  it('is found: a checkpoint of another key, or with another time', async () => {
    await checkpointAudit({ chain, signer: newSigner('key-2'), clock }, often);
    expect((await verifyAll()).problems).toMatchObject([{ kind: 'UnknownKey', seq: 4 }]);
    await tamper(`DELETE FROM audit_checkpoints`);
    await checkpoint();
    await tamper(`UPDATE audit_checkpoints SET at = at + interval '1 hour'`);
    expect((await verifyAll()).problems).toMatchObject([{ kind: 'CheckpointInvalid', seq: 4 }]);
  });

  async function rewriteAs(actorName: string): Promise<void> {
    let previousHash = (await chain.state()).start.hash;
    for (const record of await chain.entriesAfter(0, 100)) {
      const { seq } = record;
      previousHash = hashOf(auditEntryText({ ...record, actorName }, { seq, previousHash }));
      await tamper(
        `UPDATE audit_entries SET actor_name = '${actorName}', hash = '${previousHash}' WHERE seq = ${seq}`,
      );
    }
    await tamper(`UPDATE audit_chain SET last_hash = '${previousHash}'`);
  }
});

describe('checkpoints', () => {
  it('are made after a number of entries or a time, and only for new entries', async () => {
    const policy = { everyEntries: 3, everyMs: 60_000 };
    const due = () => checkpointAudit({ chain, signer, clock }, policy);
    now = (await chain.state()).startedAt;
    expect(await due()).toBeNull();
    await add('aud_1', 'aud_2');
    expect(await due()).toBeNull();
    await add('aud_3');
    expect(await due()).toMatchObject({ seq: 3 });
    await add('aud_4');
    expect(await due()).toBeNull();
    now += 60_000;
    expect(await due()).toMatchObject({ seq: 4 });
    now += 60_000;
    expect(await due()).toBeNull();
    expect(await verifyAll()).toMatchObject({
      isIntact: true,
      checkpoints: 2,
      lastCheckpoint: { seq: 4 },
      unsignedEntries: 0,
    });
  });

  it('cannot be updated or deleted', async () => {
    await add('aud_1');
    await checkpoint();
    await expect(database.pool.query('DELETE FROM audit_checkpoints')).rejects.toThrow(
      /append-only/,
    );
  });
});

describe('the export', () => {
  const policy = { retentionMs: 1_000, entriesPerObject: 2 };

  it('writes ranges up to the last checkpoint once, and again what was not recorded', async () => {
    const objects: AuditExportObject[] = [];
    let isDown = false;
    const target = {
      target: 'memory',
      put: async (object: AuditExportObject) => {
        if (isDown) throw new RangeError('down');
        objects.push(object);
      },
    };
    const run = () => exportAudit({ chain, target, clock }, policy);
    await add('aud_1', 'aud_2', 'aud_3');
    expect(await run()).toBe(0);
    await checkpoint();
    await add('aud_4');
    expect(await run()).toBe(3);
    expect(await run()).toBe(0);
    expect(objects.map(({ key }) => key)).toEqual([
      'audit/000000000001-000000000002.jsonl',
      'audit/000000000003-000000000003.jsonl',
    ]);
    const lines = objects.flatMap(({ body }) => body.trimEnd().split('\n'));
    const parsed: readonly unknown[] = lines.map((line) => JSON.parse(line));
    expect(parsed).toMatchObject([
      { kind: 'entry', id: 'aud_1', seq: 1, at: 1_764_000_000_123 },
      { kind: 'entry', id: 'aud_2', seq: 2 },
      { kind: 'entry', id: 'aud_3', seq: 3 },
      { kind: 'checkpoint', seq: 3, keyId: 'key-1' },
    ]);
    isDown = true;
    await checkpoint();
    await expect(run()).rejects.toThrow('down');
    isDown = false;
    expect(await run()).toBe(1);
  });
});
