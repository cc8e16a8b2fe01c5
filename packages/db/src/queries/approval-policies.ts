import type { ApprovalPolicy } from '@kerf/application';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { approvalRules, savedBy as savedByFormat } from '../json/approval.js';
import { instant } from '../json/rows.js';
import { nullableNumber, nullableText, number } from '../json/values.js';
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
      policyRow,
      Prisma.sql`${columns} WHERE version = ${version}`,
    );
    return rows.map(toPolicy)[0] ?? null;
  }

  /** Returns the newest versions, newest first. */
  async versions(count: number): Promise<readonly ApprovalPolicy[]> {
    const rows = await readRows(
      this.#pool,
      policyRow,
      Prisma.sql`${columns} ORDER BY version DESC LIMIT ${count}`,
    );
    return rows.map(toPolicy);
  }
}

const columns = Prisma.sql`
  SELECT version, rules, saved_at AS "savedAt", saved_by AS "savedBy", comment,
    restored_from AS "restoredFrom"
  FROM approval_policy_versions`;

const policyRow = z.object({
  version: number,
  rules: z.unknown(),
  savedAt: instant,
  savedBy: z.unknown(),
  comment: nullableText,
  restoredFrom: nullableNumber,
});

/** @throws UnreadableRecord */
const toPolicy = ({ rules, savedBy, ...row }: z.output<typeof policyRow>): ApprovalPolicy => ({
  ...row,
  rules: approvalRules.read(rules),
  savedBy: savedByFormat.read(savedBy),
});
