import { describe, expect, it } from 'vitest';
import type { ApprovalRule, Approvers, RuleAction, RuleMatch } from './approval-policy.js';
import { approverNotes, policyNotes, policyProblems } from './check-policy.js';

const ask = (fields: Partial<Extract<RuleAction, { kind: 'Ask' }>> = {}): RuleAction => ({
  kind: 'Ask',
  approvals: 1,
  from: { roles: [], teams: [], people: [] },
  expiresAfterMs: null,
  remindAfterMs: null,
  escalation: null,
  ...fields,
});
const rule = (
  match: RuleMatch,
  action: RuleAction = { kind: 'Auto' },
  name = 'r',
): ApprovalRule => ({
  name,
  match,
  action,
});
const context = {
  now: 0,
  approversOf: (lists: readonly Approvers[]) =>
    lists.some(({ roles, people }) => roles.includes('oncall') || people.length > 0)
      ? { people: 1, mayBeMore: lists.some(({ teams }) => teams.includes('sso')) }
      : { people: 3, mayBeMore: false },
  localTimeOf: (_: number, zone: string) =>
    zone === 'Europe/Berlin' ? ({ weekday: 'Mon', hour: 1 } as const) : null,
};
const paths = (...rules: readonly ApprovalRule[]) =>
  policyProblems(rules, context).map(({ path }) => path);

describe('policyProblems', () => {
  it('finds nothing in sound rules', () => {
    const schedule = { timeZone: 'Europe/Berlin', weekdays: [], fromHour: 0, untilHour: 24 };
    expect(paths(rule({ schedule, nodes: { min: 1, max: 2 } }, ask({ approvals: 3 })))).toEqual([]);
  });

  it.each<readonly [ApprovalRule, string]>([
    [rule({ clusters: [] }), 'rules.0.match.clusters'],
    [rule({ nodes: { min: 3, max: 2 } }), 'rules.0.match.nodes'],
    [rule({ pods: { max: 0 }, stateful: true }), 'rules.0.match.pods'],
    [
      rule({ schedule: { timeZone: 'Mars/Base', weekdays: [], fromHour: 0, untilHour: 24 } }),
      'rules.0.match.schedule.timeZone',
    ],
    [rule({}, ask({ approvals: 4 })), 'rules.0.approvals'],
    [
      rule({}, ask({ approvals: 2, from: { roles: [], teams: [], people: ['ada', 'ada'] } })),
      'rules.0.approvals',
    ],
    [
      rule({}, ask({ approvals: 2, from: { roles: ['oncall'], teams: [], people: [] } })),
      'rules.0.approvals',
    ],
    [rule({}, ask({ expiresAfterMs: 10, remindAfterMs: 10 })), 'rules.0.remindAfter'],
    [{ ...rule({}, { kind: 'Deny' }), standing: { until: 5, owner: 'ada' } }, 'rules.0.until'],
    [{ ...rule({}), standing: { until: 32 * 86_400_000, owner: 'ada' } }, 'rules.0.until'],
  ])('%j: %s', (wrong, path) => {
    expect(paths(wrong)).toEqual([path]);
  });

  it('says how many people can approve', () => {
    const from = { roles: ['oncall'], teams: [], people: [] };
    const escalation = { afterMs: 1, to: { ...from, roles: ['admin'] } };
    expect(policyProblems([rule({}, ask({ approvals: 2, from, escalation }))], context)).toEqual([
      {
        path: 'rules.0.approvals',
        message: 'asks for 2 approvals, but only 1 person can approve (role oncall or role admin)',
      },
    ]);
  });

  it('allows a rule whose approvers may sign in later, with a note', () => {
    const from = { roles: ['oncall'], teams: ['sso'], people: [] };
    const rules = [rule({}, ask({ approvals: 2, from }))];
    expect(policyProblems(rules, context)).toEqual([]);
    expect(approverNotes(rules, context)).toEqual([
      'r asks for 2 approvals, but only 1 person can approve (role oncall or team sso) now. Members of groups who have not signed in yet are not counted.',
    ]);
  });

  it('refuses two rules of one name', () => {
    expect(paths(rule({}), rule({}))).toEqual(['rules.1.name']);
  });
});

describe('policyNotes', () => {
  it('names the rules after one that matches everything', () => {
    const rules = [
      rule({ stateful: true }, undefined, 'a'),
      rule({}, undefined, 'b'),
      rule({}, undefined, 'c'),
    ];
    expect(policyNotes(rules)).toEqual(['c never applies: b matches everything.']);
    expect(policyNotes(rules.slice(0, 2))).toEqual([]);
  });
});
