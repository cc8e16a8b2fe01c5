import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { openFreshDatabase } from '../fresh-database.js';
import { migrate } from './migrate.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const at = '2026-11-21T14:00:00Z';

const cost = {
  ruleNodes: 2,
  madeBy: 'PriceAndFill',
  gapParts: { dearPlacesMicroUsdPerHour: 1 },
  certificate: { worths: [['7']], pods: [{ podUid: 'worth', worth: '9' }] },
};
const body = {
  budgets: [{ rulingBudget: 0 }],
  result: { cost, unschedulable: [{ reasons: [{ code: 'POD_REFUSED', detail: 'LEAVING' }] }] },
};

/** Opens a database as it was before migration 0018. */
async function openOldDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-migrations-'));
  try {
    for (const name of readdirSync(migrations).filter((entry) => entry < '0018')) {
      cpSync(join(migrations, name), join(folder, name), { recursive: true });
    }
    return await openFreshDatabase(inject('databaseUrl'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('rewrites only the renamed values of stored rows', async () => {
  const database = await openOldDatabase();
  const { pool } = database;
  try {
    await pool.query(
      `INSERT INTO clusters (id, name, region, endpoint_is_given, role_arn, mode, settings,
         connection_state, connection_changed_at, checks, created_at, version)
       VALUES ('clu_a', 'a', 'us-east-1', false, 'arn', 'auto', '{}', 'Connected', $1, '[]', $1, 1)`,
      [at],
    );
    await pool.query(
      `INSERT INTO decisions (id, cluster_id, kind, state, verdict, engine_version, snapshot_digest,
         body, node_count, pod_count, proposed_at, execution_step, version)
       VALUES ('dec_a', 'clu_a', 'Provision', 'Proposed', '{"kind":"ShowOnly"}', '1', 'd', $2, 1, 1,
         $1, 'None', 1)`,
      [at, JSON.stringify(body)],
    );
    await pool.query(
      `INSERT INTO budget_standings (cluster_id, node_pool, reason, as_of, standing)
       VALUES ('clu_a', 'default', 'Empty', $1, '{"rulingBudget":1,"allowed":2}')`,
      [at],
    );
    await pool.query(
      `INSERT INTO outbox (cluster_id, message, deliver_at)
       VALUES ('clu_a', '{"type":"node-claim.mirror","nodeClaimId":"ncl_a"}', $1)`,
      [at],
    );
    expect(await migrate(pool, migrations)).toContain('0018_standard-terms');

    const decision = await pool.query('SELECT verdict, body FROM decisions');
    expect(decision.rows).toEqual([
      {
        verdict: { kind: 'ObserveOnly' },
        body: {
          budgets: [{ limitingBudget: 0 }],
          result: {
            cost: {
              firstFitNodes: 2,
              method: 'Greedy',
              gapParts: { placementPremiumMicroUsdPerHour: 1 },
              certificate: { dualPrices: [['7']], pods: [{ podUid: 'worth', dualValue: '9' }] },
            },
            unschedulable: [{ reasons: [{ code: 'POD_INVALID', detail: 'LEAVING' }] }],
          },
        },
      },
    ]);
    const budgets = await pool.query('SELECT status FROM budget_statuses');
    expect(budgets.rows).toEqual([{ status: { limitingBudget: 1, allowed: 2 } }]);
    const outbox = await pool.query('SELECT message FROM outbox');
    expect(outbox.rows).toEqual([{ message: { type: 'node-claim.sync', nodeClaimId: 'ncl_a' } }]);
  } finally {
    await database.close();
  }
});
