import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';
import { Checkpoints } from './checkpoints.js';
import { describeVerification } from './describe-verification.js';
import { verifyAuditLog } from './verify-audit-log.js';

let api: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-audit-'));
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_AUDIT_KEY_FILE: join(folder, 'audit.pem'),
    KERF_AUDIT_CHECKPOINT_ENTRIES: '1',
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const verify = () => {
  const { database, auditSigner } = api.api.parts;
  return verifyAuditLog(database, auditSigner);
};

it('signs the audit log with a key of its own, and finds what was changed afterwards', async () => {
  expect(statSync(join(folder, 'audit.pem')).mode & 0o777).toBe(0o600);
  await api.api.app.get(Checkpoints, { strict: false }).signIfDue();
  const rest = await api.send('GET', '/api/v1/audit-verification', api.reader);
  expect(rest).toMatchObject({
    status: 200,
    body: { isIntact: true, checkpoints: 1, unsignedEntries: 0, areSignaturesChecked: true },
  });
  const graphql = await api.graphql(api.reader, '{ auditVerification { isIntact entries } }');
  expect(at(graphql.body, 'data.auditVerification')).toMatchObject({
    isIntact: true,
    entries: at(rest.body, 'entries'),
  });
  const { pool } = api.api.parts.database;
  await pool.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
  await pool.query(`UPDATE audit_entries SET actor_name = 'eve' WHERE seq = 1`);
  const report = describeVerification(await verify());
  expect(report).toContain('The audit log was changed.');
  expect(report).toContain('EntryChanged: Entry 1 does not match its hash');
});
