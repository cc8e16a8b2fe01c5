import { type ClusterId, type FieldProblem, isSameJson } from '@kerf/core';
import type { BrakeSettings, StoredBrakeSettings } from '../domain/brake/brake-settings.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import { can } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import { auditWrite } from '../recording/audit.js';
import { amountProblem, isAmount } from './is-amount.js';
import { isHiddenScope } from './scope-problems.js';

/** Thresholds to change; absent ones stay. */
export interface ChangeBrakeSettingsInput {
  readonly clusterId: ClusterId;
  readonly settings: { readonly [Field in keyof BrakeSettings]?: number | null | undefined };
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/** The result of a change of thresholds. */
export type ChangeBrakeSettingsOutcome =
  | { readonly kind: 'Changed' | 'Stale'; readonly stored: StoredBrakeSettings }
  | { readonly kind: 'Forbidden'; readonly reason: string }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'NotFound' };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The range of a threshold that counts nodes, NodeClaims or changes. */
export const countRange = [0, 1_000_000] as const;

type Range = readonly [least: number, most: number];

/** The least and the greatest value of each threshold. */
export const brakeSettingRanges = {
  claimsPerMinute: countRange,
  spendRiseMicroUsdPerHour: 'Amount',
  launchFailures: [0, 100],
  registrationFailures: [0, 100],
  registrationOverdueMs: [1_000, 15 * minuteMs],
  flapRepeats: [0, 100],
  flapWindowMs: [minuteMs, dayMs],
  flapFreezeMs: [minuteMs, 7 * dayMs],
  alertNodes: countRange,
  alertSpendMicroUsdPerHour: 'Amount',
  alertChangesPerMinute: countRange,
} as const satisfies Readonly<Record<keyof BrakeSettings, Range | 'Amount'>>;

/**
 * Changes thresholds of the brakes and alerts of a cluster. Nothing is recorded if they are the same
 * already.
 */
export async function changeBrakeSettings(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  { clusterId, settings, expectedVersion, requestId }: ChangeBrakeSettingsInput,
): Promise<ChangeBrakeSettingsOutcome> {
  return ports.store.transaction(async (tx) => {
    const cluster = await tx.clusters.find(clusterId);
    const scope = { kind: 'Cluster', clusterId } as const;
    if (cluster === null || (await isHiddenScope(tx, principal, scope)))
      return { kind: 'NotFound' };
    const verdict = can(principal, 'cluster.update', scope);
    if (!verdict.isAllowed) return { kind: 'Forbidden', reason: verdict.reason };
    const stored = await tx.brakes.settings(clusterId);
    if (!isExpectedVersion(stored.version, expectedVersion)) return { kind: 'Stale', stored };
    const changed = withChanges(stored.settings, settings);
    const problems = settingsProblems(changed);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    if (isSameJson(changed, stored.settings)) {
      return { kind: 'Changed', stored };
    }
    const saved = await tx.brakes.saveSettings(clusterId, changed, stored.version);
    if (saved === null) return { kind: 'Stale', stored };
    await auditWrite(ports, tx, principal, {
      action: 'brake-settings.change',
      object: { kind: 'Cluster', id: clusterId, name: cluster.name },
      clusterId,
      before: stored.settings,
      after: saved.settings,
      requestId,
    });
    await tx.changes.publish({ topic: 'pause', clusterId, id: null, version: saved.version });
    return { kind: 'Changed', stored: saved };
  });
}

function withChanges(
  before: BrakeSettings,
  changes: ChangeBrakeSettingsInput['settings'],
): BrakeSettings {
  const given = Object.entries(changes).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { ...before, ...Object.fromEntries(given) };
}

function settingsProblems(settings: BrakeSettings): readonly FieldProblem[] {
  return Object.entries(settings).flatMap(([path, value]) => {
    const range = Object.entries<Range | 'Amount'>(brakeSettingRanges).find(
      ([field]) => field === path,
    )?.[1];
    if (range === undefined) return [];
    if (range === 'Amount') return isAmount(value) ? [] : [{ path, message: amountProblem }];
    const [least, most] = range;
    return Number.isInteger(value) && value >= least && value <= most
      ? []
      : [{ path, message: `must be a whole number from ${least} to ${most}` }];
  });
}
