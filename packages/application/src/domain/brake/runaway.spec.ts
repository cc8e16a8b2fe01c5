import { describe, expect, it } from 'vitest';
import { type BrakeSettings, defaultBrakeSettings } from './brake-settings.js';
import type { RecentClaim } from './recent-claim.js';
import { findRunaways, mayHaveGrown } from './runaway.js';

const minute = 60_000;
const now = 1_000 * minute;

let count = 0;
const claim = (fields: Partial<RecentClaim> = {}): RecentClaim => {
  count += 1;
  return {
    id: `ncl_${String(count).padStart(6, '0')}`,
    name: `general-${count}`,
    nodePool: 'general',
    decisionId: `dec_${count}`,
    state: 'Initialized',
    requestedAt: now - 20 * minute,
    launchedAt: now - 19 * minute,
    registeredAt: now - 18 * minute,
    terminatedAt: null,
    nodeName: `node-${count}`,
    failureCode: null,
    failureDetail: null,
    terminationReason: null,
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'on-demand',
    priceMicroUsdPerHour: 96_000,
    ...fields,
  };
};
const refused = (at: number, fields: Partial<RecentClaim> = {}): RecentClaim =>
  claim({
    state: 'LaunchFailed',
    requestedAt: at - 1_000,
    launchedAt: null,
    registeredAt: null,
    terminatedAt: at,
    failureCode: 'LAUNCH_REFUSED',
    failureDetail: 'InvalidAMIID.NotFound',
    ...fields,
  });
const lost = (launchedAt: number, fields: Partial<RecentClaim> = {}): RecentClaim =>
  claim({
    state: 'Terminated',
    requestedAt: launchedAt - 1_000,
    launchedAt,
    registeredAt: null,
    terminatedAt: launchedAt + 15 * minute,
    terminationReason: 'RegistrationTimeout',
    ...fields,
  });

const find = (
  claims: readonly RecentClaim[],
  settings: Partial<BrakeSettings> = {},
  countsFrom: (nodePool: string | null) => number = () => 0,
) =>
  findRunaways(
    { now, claims, countsFrom, usualNodes: null },
    { ...defaultBrakeSettings, ...settings },
  );

describe('findRunaways, failures', () => {
  it('finds launches that failed in a row, with the last message', () => {
    const claims = [1, 2, 3, 4, 5].map((minutes) => refused(now - minutes * minute));
    expect(find(claims)).toMatchObject([
      {
        rule: 'LaunchFailures',
        nodePool: 'general',
        reason: '5 launches in a row failed; the last one: InvalidAMIID.NotFound',
        evidence: { observed: 5, threshold: 5, steps: { length: 5 } },
      },
    ]);
  });

  it('does not count missing capacity, which says nothing about the definitions', () => {
    const claims = [1, 2, 3, 4, 5, 6].map((minutes) =>
      refused(now - minutes * minute, { failureCode: 'INSUFFICIENT_CAPACITY' }),
    );
    expect(find(claims)).toEqual([]);
  });

  it('counts again from a success', () => {
    const claims = [
      ...[9, 8, 7, 6].map((minutes) => refused(now - minutes * minute)),
      claim({ launchedAt: now - 5 * minute, registeredAt: now - 4 * minute }),
      ...[3, 2, 1].map((minutes) => refused(now - minutes * minute)),
    ];
    expect(find(claims)).toEqual([]);
  });

  it('finds nodes that did not join: ended ones, and those that are overdue', () => {
    const claims = [
      lost(now - 20 * minute),
      lost(now - 6 * minute, { state: 'Launched', terminatedAt: null, terminationReason: null }),
    ];
    expect(find(claims)).toMatchObject([
      { rule: 'RegistrationFailures', nodePool: 'general', evidence: { observed: 2 } },
    ]);
  });

  it('waits for a node that may still join', () => {
    const starting = { state: 'Launched', terminatedAt: null, terminationReason: null } as const;
    expect(find([lost(now - 20 * minute), lost(now - 4 * minute, starting)])).toEqual([]);
  });

  it('keeps NodePools apart', () => {
    const claims = [lost(now - 20 * minute), lost(now - 20 * minute, { nodePool: 'batch' })];
    expect(find(claims)).toEqual([]);
  });

  it('forgets what happened before the last release or change', () => {
    const claims = [lost(now - 30 * minute), lost(now - 20 * minute)];
    expect(find(claims, {}, () => now - 10 * minute)).toEqual([]);
  });

  it('is off with a threshold of 0', () => {
    const claims = [1, 2, 3, 4, 5, 6].map((minutes) => refused(now - minutes * minute));
    expect(find(claims, { launchFailures: 0 })).toEqual([]);
  });
});

describe('findRunaways, rates', () => {
  const requestedNow = (fields: Partial<RecentClaim> = {}) =>
    claim({ requestedAt: now - 1_000, launchedAt: now - 500, registeredAt: null, ...fields });

  it('finds too many NodeClaims within a minute, of a NodePool and of the cluster', () => {
    const claims = [requestedNow(), requestedNow(), requestedNow({ nodePool: 'batch' })];
    expect(find(claims, { claimsPerMinute: 2 })).toMatchObject([
      { rule: 'ClaimsPerMinute', nodePool: null, evidence: { observed: 3, threshold: 2 } },
    ]);
    expect(find(claims, { claimsPerMinute: 1 }).map(({ nodePool }) => nodePool)).toEqual([
      'general',
      null,
    ]);
  });

  it('finds a steep rise of the hourly cost, less what ended', () => {
    const claims = [
      requestedNow({ priceMicroUsdPerHour: 5_000_000 }),
      requestedNow({ priceMicroUsdPerHour: 4_000_000 }),
      claim({ priceMicroUsdPerHour: 1_000_000, terminatedAt: now - minute }),
    ];
    expect(find(claims, { spendRiseMicroUsdPerHour: 7_999_999 })).toMatchObject([
      { rule: 'SpendRise', nodePool: 'general', evidence: { observed: 8_000_000 } },
      { rule: 'SpendRise', nodePool: null },
    ]);
    expect(find(claims, { spendRiseMicroUsdPerHour: 8_000_000 })).toEqual([]);
  });
});

describe('the growth of a cluster', () => {
  /** NodeClaims that were requested within 80 seconds. */
  const added = (nodes: number, fields: Partial<RecentClaim> = {}) =>
    Array.from({ length: nodes }, (_, index) =>
      claim({ requestedAt: now - (index * 80_000) / nodes, priceMicroUsdPerHour: 0, ...fields }),
    );
  const ofCluster = (claims: readonly RecentClaim[], usualNodes: number, claimsPerMinute = 1_000) =>
    findRunaways(
      { now, claims, countsFrom: () => 0, usualNodes },
      { ...defaultBrakeSettings, claimsPerMinute },
    ).find(({ nodePool }) => nodePool === null);

  it('from 2 to 439 nodes in 80 seconds is stopped by the defaults', () => {
    const claims = added(437);
    expect(mayHaveGrown(claims, now, defaultBrakeSettings)).toBe(true);
    expect(ofCluster(claims, 2)).toMatchObject({
      rule: 'Growth',
      reason:
        '437 nodes were added within 10 minutes to a cluster that usually has at most 2; the threshold is 400',
      evidence: { observed: 437, threshold: 400 },
    });
  });

  it.each([
    ['is not stopped below the floor, so that a small cluster can serve a first burst', 400, 2],
    ['is not stopped where it is usual', 437, 146],
    ['may be three times what is usual, however large that is', 900, 300],
  ])('%s', (_, nodes, usual) => {
    expect(ofCluster(added(nodes), usual)).toBeUndefined();
  });

  it('does not count replacements and launches that ended', () => {
    const ended = added(300, { requestedAt: now - 40 * minute, terminatedAt: now - minute });
    const tried = added(300, { terminatedAt: now - 1_000 });
    expect(ofCluster([...added(437), ...ended, ...tried], 2)).toBeUndefined();
    expect(mayHaveGrown([...added(437), ...ended], now, defaultBrakeSettings)).toBe(false);
  });

  it('follows the threshold of NodeClaims within a minute, and is off with it', () => {
    expect(ofCluster(added(90), 2, 100)).toMatchObject({ evidence: { threshold: 40 } });
    expect(ofCluster(added(437), 2, 0)).toBeUndefined();
    expect(mayHaveGrown(added(437), now, { ...defaultBrakeSettings, claimsPerMinute: 0 })).toBe(
      false,
    );
  });
});
