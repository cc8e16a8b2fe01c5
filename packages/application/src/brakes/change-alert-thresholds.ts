import { type FieldProblem, isSameJson } from '@kerf/core';
import {
  type AlertScope,
  type AlertThresholds,
  defaultAlertThresholds,
  type StoredAlertThresholds,
} from '../domain/brake/alert-thresholds.js';
import { scopeKey } from '../domain/brake/spend-limit.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { alertObject } from './audit-alerts.js';
import { countRange } from './change-brake-settings.js';
import { amountProblem, isAmount } from './is-amount.js';
import { type ScopeRefusal, scopeDenial, scopeRefusal } from './scope-problems.js';

/** Alert thresholds of a team or the organization to change; absent ones stay. */
export interface ChangeAlertThresholdsInput {
  readonly scope: AlertScope;
  readonly thresholds: { readonly [Field in keyof AlertThresholds]?: number | null | undefined };
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/** The result of a change of alert thresholds. */
export type ChangeAlertThresholdsOutcome =
  | { readonly kind: 'Changed' | 'Stale'; readonly stored: StoredAlertThresholds }
  | ScopeRefusal;

const [, mostCount] = countRange;

/**
 * Changes the alert thresholds of a team or the organization. The caller must be allowed to change
 * all of the scope and to see its costs, which the alerts tell. Nothing is recorded if they are the
 * same already.
 */
export async function changeAlertThresholds(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  { scope, thresholds, expectedVersion, requestId }: ChangeAlertThresholdsInput,
): Promise<ChangeAlertThresholdsOutcome> {
  return ports.store.transaction(async (tx) => {
    const refusal = await scopeRefusal(tx, principal, { action: 'cluster.update', scope });
    if (refusal !== null) return refusal;
    const reason = await scopeDenial(tx, principal, 'cost.read', scope);
    if (reason !== null) return { kind: 'Forbidden', reason };
    const stored = await storedThresholds(tx, scope);
    if (!isExpectedVersion(stored.version, expectedVersion)) return { kind: 'Stale', stored };
    const changed = withChanges(stored.thresholds, thresholds);
    const problems = thresholdProblems(changed);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    if (isSameJson(changed, stored.thresholds)) {
      return { kind: 'Changed', stored };
    }
    const saved = await tx.alertThresholds.save({ ...stored, thresholds: changed });
    if (saved === null) return { kind: 'Stale', stored };
    await auditWrite(ports, tx, principal, {
      action: 'alert-thresholds.change',
      object: alertObject(scope, await tx.access.teams()),
      clusterId: null,
      before: stored.thresholds,
      after: changed,
      requestId,
    });
    await tx.changes.publish({ topic: 'pause', clusterId: null, id: null, version: saved.version });
    return { kind: 'Changed', stored: saved };
  });
}

/** Returns the alert thresholds of a scope; the defaults if there are none. */
async function storedThresholds(
  { alertThresholds }: Pick<Repositories, 'alertThresholds'>,
  scope: AlertScope,
): Promise<StoredAlertThresholds> {
  const all = await alertThresholds.list();
  const found = all.find((stored) => scopeKey(stored.scope) === scopeKey(scope));
  return found ?? defaultAlertThresholds(scope);
}

function withChanges(
  before: AlertThresholds,
  changes: ChangeAlertThresholdsInput['thresholds'],
): AlertThresholds {
  return {
    nodes: changes.nodes ?? before.nodes,
    spendMicroUsdPerHour: changes.spendMicroUsdPerHour ?? before.spendMicroUsdPerHour,
    changesPerMinute: changes.changesPerMinute ?? before.changesPerMinute,
  };
}

function thresholdProblems(thresholds: AlertThresholds): readonly FieldProblem[] {
  const counts = (['nodes', 'changesPerMinute'] as const).flatMap((path) => {
    const value = thresholds[path];
    return Number.isInteger(value) && value >= 0 && value <= mostCount
      ? []
      : [{ path, message: `must be a whole number from 0 to ${mostCount}` }];
  });
  return isAmount(thresholds.spendMicroUsdPerHour)
    ? counts
    : [...counts, { path: 'spend', message: amountProblem }];
}
