import type { ApprovalPolicy } from '@kerf/application';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { approvalPolicyVersions } from '../tables/approval-policies.js';
import { selected } from '../tables/columns.js';
import { readRows } from './keyset.js';

/** Reads the versions of the approval policy. */
export class ApprovalPolicyQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Returns the newest version; `null` while no policy is stored. */
  async current(): Promise<ApprovalPolicy | null> {
    return (await this.versions(1))[0] ?? null;
  }

  async find(version: number): Promise<ApprovalPolicy | null> {
    const rows = await readRows(
      this.#pool,
      approvalPolicyVersions.row,
      Prisma.sql`${selection} WHERE version = ${version}`,
    );
    return rows[0] ?? null;
  }

  /** Returns the newest versions, newest first. */
  async versions(count: number): Promise<readonly ApprovalPolicy[]> {
    const rows = await readRows(
      this.#pool,
      approvalPolicyVersions.row,
      Prisma.sql`${selection} ORDER BY version DESC LIMIT ${count}`,
    );
    return rows;
  }
}

const selection = Prisma.sql`
  SELECT ${selected(approvalPolicyVersions.row.shape, 'p')} FROM approval_policy_versions p`;
