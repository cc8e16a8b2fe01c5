import { approvalFor, clusterModes } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import type { ApprovalFacts, PodFacts } from './approval-facts.js';
import {
  type ApprovalRule,
  anyApprover,
  approvableKinds,
  type RuleAction,
  type RuleMatch,
} from './approval-policy.js';
import { evaluatePolicy } from './evaluate-policy.js';
import { type MatchTime, whyNoMatch } from './match-rule.js';

/** A small generator of numbers, so that a failure can be repeated by its seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const time: MatchTime = { at: 0, localTimeOf: () => ({ weekday: 'Mon', hour: 10 }) };
const clusters = ['prod-a', 'prod-b', 'staging-a'];
const namespaces = ['payments', 'shop', 'batch'];
const ask: RuleAction = {
  kind: 'Ask',
  approvals: 2,
  from: anyApprover,
  expiresAfterMs: null,
  remindAfterMs: null,
  escalation: null,
};
const actions: readonly RuleAction[] = [{ kind: 'Auto' }, { kind: 'Deny' }, ask];

function someFacts(below: (n: number) => number): ApprovalFacts {
  return {
    cluster: clusters[below(3)] ?? '',
    kind: approvableKinds[below(approvableKinds.length)] ?? 'Empty',
    nodePools: ['general', 'spot'].slice(0, 1 + below(2)),
    teams: [],
    savingMicroUsdPerHour: below(3) === 0 ? null : below(1_000_000),
    nodes: 1 + below(5),
    capacityTypes: ['on-demand', 'spot'].slice(below(2)),
    pods: Array.from({ length: below(4) }, (_, index) => ({
      podUid: `uid-${index}`,
      pod: `${namespaces[below(3)]}/pod-${index}`,
      from: 'node-a',
      owner: below(2) === 0 ? 'StatefulSet/db' : 'ReplicaSet/web',
      replicas: 1 + below(3),
      persistentVolumes: below(2),
      gracePeriodMs: 30_000,
      budget: null,
      labelSet: 0,
    })),
    labelSets: [{ app: 'web' }],
  };
}

function someRule(below: (n: number) => number, index: number): ApprovalRule {
  const match: RuleMatch = {
    ...(below(2) === 0 && { clusters: [['prod-*', 'staging-*', 'prod-?'][below(3)] ?? ''] }),
    ...(below(3) === 0 && { kinds: [approvableKinds[below(5)] ?? 'Empty'] }),
    ...(below(3) === 0 && { namespaces: [namespaces[below(3)] ?? ''] }),
    ...(below(3) === 0 && { nodes: { min: below(4) } }),
    ...(below(3) === 0 && { savingMicroUsdPerHour: { max: below(1_000_000) } }),
    ...(below(4) === 0 && { stateful: below(2) === 0 }),
    ...(below(4) === 0 && { singleReplica: below(2) === 0 }),
  };
  return { name: `rule-${index}`, match, action: actions[below(3)] ?? { kind: 'Deny' } };
}

const onlyPod: PodFacts = {
  podUid: 'uid-1',
  pod: 'shop/web-1',
  from: 'node-a',
  owner: 'ReplicaSet/web',
  replicas: 1,
  persistentVolumes: 0,
  gracePeriodMs: 30_000,
  budget: null,
  labelSet: 0,
  waits: true,
};

const policyOf = (rules: readonly ApprovalRule[]) => ({ version: 3, rules });

describe('evaluatePolicy, for random policies and decisions', () => {
  it('has a verdict for each, by the first rule that matches, and says why those before do not', () => {
    const below = numbers(7);
    for (let run = 0; run < 3_000; run += 1) {
      const rules = Array.from({ length: below(6) }, (_, index) => someRule(below, index));
      const facts = someFacts(below);
      const said = evaluatePolicy({ mode: 'approve', policy: policyOf(rules) }, facts, time);
      const first = rules.find((rule) => whyNoMatch(rule, facts, time) === null);
      const before = first === undefined ? rules : rules.slice(0, rules.indexOf(first));
      expect(said.passed.slice(0, before.length)).toEqual(
        before.map((rule) => ({ name: rule.name, why: whyNoMatch(rule, facts, time) })),
      );
      expect(said.rule.policyVersion).toBe(first === undefined ? null : 3);
      expect(said.rule.name.startsWith('mode approve')).toBe(first === undefined);
      expect(said.passed.slice(before.length).every(({ name }) => name.startsWith('mode '))).toBe(
        true,
      );
      expect(said.ask === null).toBe(said.verdict.kind !== 'NeedsApproval');
    }
  });

  it('does not depend on the rules after the one that matches', () => {
    const below = numbers(11);
    for (let run = 0; run < 1_000; run += 1) {
      const rules = Array.from({ length: 1 + below(5) }, (_, index) => someRule(below, index));
      const facts = someFacts(below);
      const said = evaluatePolicy({ mode: 'auto', policy: policyOf(rules) }, facts, time);
      const more = [...rules.slice(0, said.passed.length + 1), someRule(below, 99)];
      if (said.rule.policyVersion === null) continue;
      expect(evaluatePolicy({ mode: 'auto', policy: policyOf(more) }, facts, time)).toEqual(said);
    }
  });

  it.each(clusterModes)('without rules, mode %s decides as it always has', (mode) => {
    const below = numbers(13);
    for (let run = 0; run < 300; run += 1) {
      const facts = someFacts(below);
      const { verdict } = evaluatePolicy({ mode, policy: null }, facts, time);
      const expected =
        ['Expire', 'Repair'].includes(facts.kind) && mode === 'approve'
          ? { kind: 'Auto' }
          : approvalFor(mode, 'Disrupt');
      expect(verdict).toEqual(expected);
    }
  });

  it.each(['auto', 'approve'] as const)(
    'asks in mode %s before the only pod of a workload waits, unless a rule names that',
    (mode) => {
      const below = numbers(19);
      for (let run = 0; run < 300; run += 1) {
        const facts = someFacts(below);
        const pods = [...facts.pods, onlyPod];
        const rules = Array.from({ length: below(5) }, (_, index) => someRule(below, index));
        const policy = policyOf(rules.filter(({ action }) => action.kind === 'Auto'));
        const said = evaluatePolicy({ mode, policy }, { ...facts, pods }, time);
        expect(said.verdict).toEqual({ kind: 'NeedsApproval', approvals: 1 });
      }
      const waiting = { ...someFacts(below), pods: [onlyPod] };
      const named = policyOf([
        { name: 'may wait', match: { onlyPodWaits: true }, action: { kind: 'Auto' } },
      ]);
      expect(evaluatePolicy({ mode, policy: named }, waiting, time)).toMatchObject({
        verdict: { kind: 'Auto' },
        rule: { name: 'may wait' },
      });
    },
  );

  it('executes nothing in mode observe, whatever the rules say', () => {
    const below = numbers(17);
    for (let run = 0; run < 300; run += 1) {
      const rules = Array.from({ length: below(5) }, (_, index) => someRule(below, index));
      const said = evaluatePolicy(
        { mode: 'observe', policy: policyOf(rules) },
        someFacts(below),
        time,
      );
      expect(said.verdict).toEqual({ kind: 'ObserveOnly' });
    }
  });
});
