import { type DurationMs, type Instant, type MicroUsdPerHour, usdText } from '@kerf/core';
import { type Attempt, failuresInRow, launchAttempts, registrationAttempts } from './attempts.js';
import type { BrakeRule, RunawayRule } from './brake-rule.js';
import type { BrakeSettings } from './brake-settings.js';
import type { PauseEvidence, PauseEvidenceStep } from './pause.js';
import type { RecentClaim } from './recent-claim.js';

/** A rule whose threshold is exceeded. */
export interface Runaway {
  readonly rule: RunawayRule;
  /** `null`: the whole cluster. */
  readonly nodePool: string | null;
  /** The event with its figures, as a sentence. */
  readonly reason: string;
  readonly evidence: PauseEvidence;
}

/** Input of the runaway brake. */
export interface RunawayFacts {
  readonly now: Instant;
  /** NodeClaims that were requested or ended within {@link failureWindowMs}. */
  readonly claims: readonly RecentClaim[];
  /**
   * Returns from when on the history of a NodePool, or of the cluster, counts: the last change of
   * its definitions, or the last release of the brake.
   */
  readonly countsFrom: (nodePool: string | null) => Instant;
  /**
   * The usual size of the cluster: the most nodes that it had in one of the last days, before the last
   * {@link rateWindowMs}. `null` if it was not looked up, because {@link mayHaveGrown} is false.
   */
  readonly usualNodes: number | null;
}

const minuteMs: DurationMs = 60_000;
/** Longest window of a rate. */
export const rateWindowMs: DurationMs = 10 * minuteMs;
/** How far back failures in a row are looked for. */
export const failureWindowMs: DurationMs = 120 * minuteMs;
/** Number of failures that evidence lists. */
const stepsShown = 10;

/** A cluster may grow to so many times its usual size within {@link rateWindowMs}, … */
const growthFactor = 3;
/** … and in any case by this share of `claimsPerMinute`: the usual size of a new cluster says nothing. */
const growthFloorShare = 0.4;

/** Returns the growth that is never too much, in nodes. */
const growthFloor = ({ claimsPerMinute }: BrakeSettings): number =>
  Math.ceil(claimsPerMinute * growthFloorShare);

/** Returns true if the growth can be too much, depending on the usual size of the cluster. */
export const mayHaveGrown = (
  claims: readonly RecentClaim[],
  now: Instant,
  settings: BrakeSettings,
): boolean =>
  settings.claimsPerMinute > 0 && growth(claims, now - rateWindowMs) > growthFloor(settings);

/** The rules whose brake is released when the NodePool or its EC2NodeClass is changed. */
export const releasedByChange: readonly BrakeRule[] = ['LaunchFailures', 'RegistrationFailures'];

/**
 * Returns the rules whose thresholds are exceeded: failures of each NodePool first, then rates of
 * each NodePool, then rates of the cluster. A NodePool has at most one.
 */
export function findRunaways(facts: RunawayFacts, settings: BrakeSettings): readonly Runaway[] {
  const pools = [...new Set(facts.claims.flatMap(({ nodePool }) => nodePool ?? []))].sort();
  const ofPools = pools.flatMap((nodePool) => {
    const from = facts.countsFrom(nodePool);
    const claims = facts.claims.filter((claim) => claim.nodePool === nodePool);
    const found =
      launchFailures(claims, from, settings) ??
      registrationFailures(claims, { from, now: facts.now }, settings) ??
      rates(claims, { ...facts, from }, settings);
    return found === null ? [] : [{ ...found, nodePool }];
  });
  const ofCluster = rates(facts.claims, { ...facts, from: facts.countsFrom(null) }, settings);
  return [...ofPools, ...(ofCluster === null ? [] : [{ ...ofCluster, nodePool: null }])];
}

type Found = Omit<Runaway, 'nodePool'>;

interface Period {
  readonly from: Instant;
  readonly now: Instant;
}

function launchFailures(
  claims: readonly RecentClaim[],
  from: Instant,
  { launchFailures: threshold }: BrakeSettings,
): Found | null {
  const attempts = launchAttempts(claims, (code) => code === 'LAUNCH_REFUSED');
  const failed = failuresInRow(attempts, from);
  if (threshold === 0 || failed.length < threshold) return null;
  return {
    rule: 'LaunchFailures',
    reason: `${failed.length} launches in a row failed; the last one: ${failed.at(-1)?.failure}`,
    evidence: failureEvidence('LaunchFailures', failed, threshold),
  };
}

function registrationFailures(
  claims: readonly RecentClaim[],
  { from, now }: Period,
  { registrationFailures: threshold, registrationOverdueMs }: BrakeSettings,
): Found | null {
  const attempts = registrationAttempts(claims, now, registrationOverdueMs);
  const failed = failuresInRow(attempts, from);
  if (threshold === 0 || failed.length < threshold) return null;
  return {
    rule: 'RegistrationFailures',
    reason: `${failed.length} launched nodes in a row did not join the cluster; check the AMI and the user data`,
    evidence: failureEvidence('RegistrationFailures', failed, threshold),
  };
}

const failureEvidence = (
  rule: RunawayRule,
  failed: readonly Attempt[],
  threshold: number,
): PauseEvidence => ({
  rule,
  observed: failed.length,
  threshold,
  steps: failed.slice(-stepsShown).map(
    ({ at, claim, failure }): PauseEvidenceStep => ({
      at,
      decisionId: claim.decisionId,
      text: failure ?? '',
    }),
  ),
  costMicroUsd: null,
});

function rates(
  claims: readonly RecentClaim[],
  { from, now, usualNodes }: Period & Pick<RunawayFacts, 'usualNodes'>,
  settings: BrakeSettings,
): Found | null {
  const { claimsPerMinute, spendRiseMicroUsdPerHour } = settings;
  const requested = claims.filter(
    ({ requestedAt }) => requestedAt > Math.max(from, now - minuteMs),
  ).length;
  if (claimsPerMinute > 0 && requested > claimsPerMinute) {
    return {
      rule: 'ClaimsPerMinute',
      reason: `${requested} NodeClaims were requested within a minute; the threshold is ${claimsPerMinute}`,
      evidence: rateEvidence('ClaimsPerMinute', requested, claimsPerMinute),
    };
  }
  const grown = growth(claims, Math.max(from, now - rateWindowMs));
  const mostGrowth = Math.max(growthFloor(settings), growthFactor * (usualNodes ?? 0));
  if (claimsPerMinute > 0 && usualNodes !== null && grown > mostGrowth) {
    return {
      rule: 'Growth',
      reason: `${grown} nodes were added within 10 minutes to a cluster that usually has at most ${Math.round(usualNodes)}; the threshold is ${Math.round(mostGrowth)}`,
      evidence: rateEvidence('Growth', grown, Math.round(mostGrowth)),
    };
  }
  const rise = spendRise(claims, Math.max(from, now - rateWindowMs));
  if (spendRiseMicroUsdPerHour > 0 && rise > spendRiseMicroUsdPerHour) {
    return {
      rule: 'SpendRise',
      reason: `the cost rose by ${usdText(rise)} per hour within 10 minutes; the threshold is ${usdText(spendRiseMicroUsdPerHour)}`,
      evidence: rateEvidence('SpendRise', rise, spendRiseMicroUsdPerHour),
    };
  }
  return null;
}

const rateEvidence = (rule: RunawayRule, observed: number, threshold: number): PauseEvidence => ({
  rule,
  observed,
  threshold,
  steps: [],
  costMicroUsd: null,
});

/** Returns how many NodeClaims were requested since, less those that ended: replacements are no growth. */
function growth(claims: readonly RecentClaim[], since: Instant): number {
  return claims.reduce((sum, { requestedAt, terminatedAt }) => {
    const requested = requestedAt > since ? 1 : 0;
    const ended = terminatedAt !== null && terminatedAt > since ? 1 : 0;
    return sum + requested - ended;
  }, 0);
}

/** Returns the price of the nodes that were launched since, less that of those that ended. */
function spendRise(claims: readonly RecentClaim[], since: Instant): MicroUsdPerHour {
  return claims.reduce((sum, { launchedAt, terminatedAt, priceMicroUsdPerHour }) => {
    if (launchedAt === null) return sum;
    const price = priceMicroUsdPerHour ?? 0;
    const launched = launchedAt > since ? price : 0;
    const ended = terminatedAt !== null && terminatedAt > since ? price : 0;
    return sum + launched - ended;
  }, 0);
}
