import { describe, expect, it } from 'vitest';
import type { ApprovalRule } from './approval-policy.js';
import { unmatchedNotes } from './unmatched-rules.js';

const known = { clusters: ['shop-prod'], nodePools: ['default'], teams: ['data'] };
const now = Date.parse('2026-11-24T00:00:00Z');
const rule = (name: string, match: ApprovalRule['match'], until?: number): ApprovalRule => ({
  name,
  match,
  action: { kind: 'Auto' },
  ...(until !== undefined && { standing: { until, owner: 'ada' } }),
});
const notes = (...rules: readonly ApprovalRule[]) => unmatchedNotes(rules, { now, known });

describe('notes on rules that match nothing now', () => {
  it('name each thing that does not exist', () => {
    expect(notes(rule('a', { clusters: ['stage-*', 'test'], teams: ['shop'] }))).toEqual([
      'a matches nothing now: there is no cluster stage-* or test.',
      'a matches nothing now: there is no team shop.',
    ]);
    expect(notes(rule('b', { nodePools: ['gpu'] }))).toEqual([
      'b matches nothing now: there is no NodePool gpu.',
    ]);
  });

  it('report a period that has ended', () => {
    expect(notes(rule('c', { clusters: ['gone'] }, now))).toEqual([
      'c no longer applies: its period has ended.',
    ]);
    expect(notes(rule('d', {}, now + 1))).toEqual([]);
  });

  it('do not include rules of which one name is found', () => {
    const found = { clusters: ['x', 'shop-*'], nodePools: ['default'], teams: ['dat?'] };
    expect(notes(rule('e', found), rule('f', { kinds: ['Empty'] }))).toEqual([]);
  });
});
