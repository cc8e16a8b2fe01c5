import { type FieldProblem, hasErrorCode, type SpendLimitId } from '@kerf/core';
import { type BrakeScope, seesCostOf } from '../domain/brake/brake-scope.js';
import type { SpendLimit } from '../domain/brake/spend-limit.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditLimitWrite } from './audit-limit-write.js';
import { dropSpendLimit } from './drop-spend-limit.js';
import { replanAfterPause } from './end-pause.js';
import { amountProblem, isAmount } from './is-amount.js';
import { type ScopeRefusal, scopeDenial, scopeRefusal } from './scope-problems.js';

type LimitPorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** Amounts of a spend limit that may be set. */
export interface SpendLimitAmounts {
  readonly hourlyMicroUsd: number | null;
  readonly monthlyMicroUsd: number | null;
  readonly blocksLaunches: boolean;
}

/** A spend limit to create. */
export interface CreateSpendLimitInput extends SpendLimitAmounts {
  readonly scope: BrakeScope;
  readonly requestId: string | null;
}

/** A spend limit to change. */
export interface ChangeSpendLimitInput extends SpendLimitAmounts {
  readonly id: SpendLimitId;
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/** The result of a write of a spend limit. */
export type SpendLimitOutcome =
  | { readonly kind: 'Saved'; readonly limit: SpendLimit }
  | ScopeRefusal
  | { readonly kind: 'Removed' | 'NotFound' | 'Exists' }
  | { readonly kind: 'Stale'; readonly limit: SpendLimit };

/** Creates the spend limit of a scope. */
export async function createSpendLimit(
  ports: LimitPorts,
  principal: Principal,
  { scope, requestId, ...amounts }: CreateSpendLimitInput,
): Promise<SpendLimitOutcome> {
  try {
    return await ports.store.transaction(async (tx) => {
      const refusal = await scopeRefusal(tx, principal, { action: 'spend-limit.write', scope });
      if (refusal !== null) return refusal;
      const problems = amountProblems(amounts);
      if (problems.length > 0) return { kind: 'Invalid', problems };
      const limit: SpendLimit = {
        id: ports.ids.next('spl'),
        scope,
        ...amounts,
        reached: null,
        forecast: null,
        changedBy: principal.name,
        changedAt: ports.clock.now(),
        version: 1,
      };
      await tx.spendLimits.insert(limit);
      await auditLimitWrite(ports, tx, principal, {
        verb: 'create',
        limit,
        after: limit,
        requestId,
      });
      return { kind: 'Saved', limit };
    });
  } catch (error) {
    if (hasErrorCode(error, 'STATE.CONFLICT')) return { kind: 'Exists' };
    throw error;
  }
}

/** Changes the amounts of a spend limit. Work that it blocked is planned again. */
export async function changeSpendLimit(
  ports: LimitPorts,
  principal: Principal,
  { id, expectedVersion, requestId, ...amounts }: ChangeSpendLimitInput,
): Promise<SpendLimitOutcome> {
  return ports.store.transaction(async (tx) => {
    const limit = await tx.spendLimits.find(id);
    if (limit === null || !(await isVisible(tx, principal, limit))) return { kind: 'NotFound' };
    const reason = await scopeDenial(tx, principal, 'spend-limit.write', limit.scope);
    if (reason !== null) return { kind: 'Forbidden', reason };
    if (!isExpectedVersion(limit.version, expectedVersion)) return { kind: 'Stale', limit };
    const problems = amountProblems(amounts);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const isRaised = amounts.monthlyMicroUsd !== limit.monthlyMicroUsd;
    const saved = await tx.spendLimits.save({
      ...limit,
      ...amounts,
      // Shares of another amount are reported anew.
      reached: isRaised ? null : limit.reached,
      forecast: isRaised ? null : limit.forecast,
      changedBy: principal.name,
      changedAt: ports.clock.now(),
    });
    if (saved === null) return { kind: 'Stale', limit };
    await auditLimitWrite(ports, tx, principal, {
      verb: 'change',
      limit,
      before: limit,
      after: saved,
      requestId,
    });
    await replanAfterPause(ports, tx, { scope: saved.scope, stops: 'DisruptionAndLaunches' });
    return { kind: 'Saved', limit: saved };
  });
}

/** Removes a spend limit. Work that it blocked is planned again. */
export async function removeSpendLimit(
  ports: LimitPorts,
  principal: Principal,
  {
    id,
    expectedVersion,
    requestId,
  }: Pick<ChangeSpendLimitInput, 'id' | 'expectedVersion' | 'requestId'>,
): Promise<SpendLimitOutcome> {
  return ports.store.transaction(async (tx) => {
    const limit = await tx.spendLimits.find(id);
    if (limit === null || !(await isVisible(tx, principal, limit))) return { kind: 'NotFound' };
    const reason = await scopeDenial(tx, principal, 'spend-limit.write', limit.scope);
    if (reason !== null) return { kind: 'Forbidden', reason };
    const isCurrent = isExpectedVersion(limit.version, expectedVersion);
    const isRemoved =
      isCurrent && (await dropSpendLimit(ports, tx, limit, { actor: principal, requestId }));
    return isRemoved ? { kind: 'Removed' } : { kind: 'Stale', limit };
  });
}

async function isVisible(
  tx: Pick<Repositories, 'access'>,
  principal: Principal,
  { scope }: SpendLimit,
): Promise<boolean> {
  const teams = scope.kind === 'Team' ? await tx.access.teams() : [];
  return seesCostOf(principal, scope, teams);
}

function amountProblems({
  hourlyMicroUsd,
  monthlyMicroUsd,
}: SpendLimitAmounts): readonly FieldProblem[] {
  if (hourlyMicroUsd === null && monthlyMicroUsd === null) {
    return [{ path: 'hourly', message: 'Give an hourly or a monthly limit, or both.' }];
  }
  return [['hourly', hourlyMicroUsd] as const, ['monthly', monthlyMicroUsd] as const].flatMap(
    ([path, amount]) =>
      amount === null || isAmount(amount) ? [] : [{ path, message: amountProblem }],
  );
}
