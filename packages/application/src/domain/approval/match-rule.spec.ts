import { describe, expect, it } from 'vitest';
import type { ApprovalFacts, PodFacts } from './approval-facts.js';
import type { ApprovalRule, RuleMatch } from './approval-policy.js';
import { type MatchTime, whyNoMatch } from './match-rule.js';
import { matchesGlob } from './matches-glob.js';

const pod = (fields: Partial<PodFacts> = {}): PodFacts => ({
  podUid: 'uid-1',
  pod: 'shop/web-1',
  from: 'node-a',
  owner: 'ReplicaSet/web',
  replicas: 3,
  persistentVolumes: 0,
  gracePeriodMs: 30_000,
  budget: null,
  labelSet: 0,
  ...fields,
});

const facts = (fields: Partial<ApprovalFacts> = {}): ApprovalFacts => ({
  cluster: 'prod-eu',
  kind: 'Consolidate',
  nodePools: ['general'],
  teams: ['shop'],
  savingMicroUsdPerHour: 50_000,
  nodes: 2,
  capacityTypes: ['spot'],
  pods: [pod()],
  labelSets: [{ app: 'web', tier: 'front' }],
  ...fields,
});

const monday10: MatchTime = { at: 1_000, localTimeOf: () => ({ weekday: 'Mon', hour: 10 }) };
const rule = (
  match: RuleMatch,
  kind: 'Auto' | 'Deny' = 'Deny',
  standing?: ApprovalRule['standing'],
): ApprovalRule => ({ name: 'r', match, action: { kind }, ...(standing && { standing }) });
const why = (match: RuleMatch, fields: Partial<ApprovalFacts> = {}, kind?: 'Auto') =>
  whyNoMatch(rule(match, kind), facts(fields), monday10);

describe('whyNoMatch', () => {
  it('matches everything without conditions', () => {
    expect(why({})).toBeNull();
  });

  it.each<readonly [RuleMatch, Partial<ApprovalFacts>]>([
    [{ clusters: ['prod-*'] }, { cluster: 'staging' }],
    [{ nodePools: ['gen*'] }, { nodePools: ['gpu'] }],
    [{ teams: ['shop'] }, { teams: ['data'] }],
    [{ kinds: ['Consolidate'] }, { kind: 'Drift' }],
    [{ savingMicroUsdPerHour: { min: 40_000 } }, { savingMicroUsdPerHour: 39_999 }],
    [{ savingMicroUsdPerHour: { max: 60_000 } }, { savingMicroUsdPerHour: null }],
    [{ nodes: { max: 2 } }, { nodes: 3 }],
    [{ pods: { min: 1, max: 1 } }, { pods: [] }],
    [{ singleReplica: false }, { pods: [pod({ replicas: 1 })] }],
    [{ onlyPodWaits: false }, { pods: [pod({ replicas: 1, waits: true })] }],
    [{ stateful: false }, { pods: [pod({ owner: 'StatefulSet/db' })] }],
    [{ persistentVolumes: false }, { pods: [pod({ persistentVolumes: 1 })] }],
    [{ namespaces: ['shop'] }, { pods: [pod({ pod: 'data/db-0' })] }],
    [{ podLabels: { app: 'web' } }, { labelSets: [{ app: 'db' }] }],
    [{ capacityTypes: ['spot'] }, { capacityTypes: ['on-demand'] }],
  ])('%j matches, and does not match %j', (match, other) => {
    expect(why(match)).toBeNull();
    expect(why(match, other)).toEqual(expect.any(String));
  });

  it('lets an auto rule match only if all of a decision is listed', () => {
    const both = { pods: [pod(), pod({ podUid: 'uid-2', pod: 'payments/pay-1' })] };
    expect(why({ namespaces: ['shop'] }, both)).toBeNull();
    expect(why({ namespaces: ['shop'] }, both, 'Auto')).toBe(
      'the namespace payments is not listed',
    );
    const pools = { nodePools: ['general', 'gpu'] };
    expect(why({ nodePools: ['general'] }, pools)).toBeNull();
    expect(why({ nodePools: ['general'] }, pools, 'Auto')).toBe('the NodePool gpu is not listed');
  });

  it('lets an auto rule match a workload that would stop only if it names that', () => {
    const only = { pods: [pod({ replicas: 1, waits: true })] };
    expect(why({}, only, 'Auto')).toBe(
      'ReplicaSet/web in shop would not run meanwhile, and the rule does not say onlyPodWaits: true',
    );
    expect(why({ onlyPodWaits: true }, only, 'Auto')).toBeNull();
    expect(why({}, only)).toBeNull();
    expect(why({}, { pods: [pod({ replicas: 1, owner: '', waits: true })] }, 'Auto')).toMatch(
      /^the pod shop\/web-1 would not run/u,
    );
    for (const safe of [pod({ replicas: 2, waits: true }), pod({ replicas: 1 })]) {
      expect(why({}, { pods: [safe] }, 'Auto')).toBeNull();
      expect(why({ onlyPodWaits: true }, { pods: [safe] }, 'Auto')).toBe(
        'the only pod of no workload would wait',
      );
    }
  });

  it.each([
    [9, 17, [], true],
    [11, 17, [], false],
    [22, 11, [], true],
    [22, 6, [], false],
    [0, 24, ['Tue'], false],
    [0, 24, ['Mon'], true],
  ] as const)(
    'from %i to %i on %j holds on Monday at 10: %s',
    (fromHour, untilHour, days, holds) => {
      const schedule = { timeZone: 'Europe/Berlin', weekdays: days, fromHour, untilHour };
      expect(why({ schedule }) === null).toBe(holds);
    },
  );

  it('ends with the period of a standing approval', () => {
    const standing = (until: number) => rule({}, 'Auto', { until, owner: 'ada' });
    expect(whyNoMatch(standing(1_001), facts(), monday10)).toBeNull();
    expect(whyNoMatch(standing(1_000), facts(), monday10)).toBe('its period has ended');
  });
});

describe('matchesGlob', () => {
  it.each([
    ['prod-*', 'prod-eu', true],
    ['prod-*', 'prod', false],
    ['*', '', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*-eu-*', 'prod-eu-1', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'axxcyyb', false],
  ])('%s and %s: %s', (pattern, text, matches) => {
    expect(matchesGlob(pattern, text)).toBe(matches);
  });

  it('takes polynomial time for many wildcards', () => {
    expect(matchesGlob(`${'*a'.repeat(90)}b`, 'a'.repeat(200))).toBe(false);
  });
});
