import { describe, expect, it } from 'vitest';
import { type AskRequirement, anyApprover } from './approval-policy.js';
import {
  countedApprovals,
  type Review,
  type ReviewerIdentity,
  type ReviewVerdict,
  reviewVerdicts,
  whyNoReview,
} from './review.js';

const ask: AskRequirement = {
  approvals: 2,
  from: anyApprover,
  expiresAfterMs: null,
  remindAfterMs: null,
  escalation: null,
};
const open = { ask, edit: null, exclusion: null, escalatedAt: null, requestedAt: 1_000 };
const grace: ReviewerIdentity = {
  kind: 'User',
  id: 'usr_grace',
  name: 'grace',
  roles: ['approver'],
  teams: ['shop'],
  personName: 'grace',
};
const review = (personId: string, verdict: ReviewVerdict, planDigest = 'd1'): Review => ({
  at: 0,
  verdict,
  by: { kind: 'User', id: personId, name: personId },
  personId,
  planDigest,
  window: null,
  comment: null,
});

describe('countedApprovals', () => {
  it('counts the newest review of each person, for the current plan', () => {
    const reviews = [
      review('ada', 'Approve'),
      review('grace', 'Approve', 'd0'),
      review('alan', 'Approve'),
      review('alan', 'Withdraw'),
      review('kurt', 'Withdraw'),
      review('kurt', 'Approve'),
    ];
    expect(countedApprovals(reviews, 'd1').map(({ personId }) => personId)).toEqual([
      'ada',
      'kurt',
    ]);
  });

  it('never counts a person twice, in any order of reviews', () => {
    const people = ['ada', 'grace', 'alan'];
    for (let code = 0; code < 3 ** 6; code += 1) {
      const reviews = Array.from({ length: 6 }, (_, index) => {
        const digit = Math.floor(code / 3 ** index) % 3;
        return review(people[(index + digit) % 3] ?? '', reviewVerdicts[digit] ?? 'Approve');
      });
      const counted = countedApprovals(reviews, 'd1').map(({ personId }) => personId);
      const expected = people.filter(
        (person) => reviews.findLast(({ personId }) => personId === person)?.verdict === 'Approve',
      );
      expect(counted.toSorted()).toEqual(expected.toSorted());
    }
  });
});

describe('whyNoReview', () => {
  it('lets everyone approve who may, if the rule names nobody', () => {
    expect(whyNoReview(open, grace, 2_000)).toBeNull();
  });

  it.each([
    [{ roles: ['approver'], teams: [], people: [] }, true],
    [{ roles: ['admin'], teams: [], people: [] }, false],
    [{ roles: [], teams: ['shop'], people: [] }, true],
    [{ roles: [], teams: ['data'], people: ['ada'] }, false],
    [{ roles: ['admin'], teams: [], people: ['grace'] }, true],
  ])('with approvers %j, grace may approve: %s', (from, may) => {
    const refusal = whyNoReview({ ...open, ask: { ...ask, from } }, grace, 2_000);
    expect(refusal?.code ?? null).toBe(may ? null : 'Forbidden');
  });

  it('lets those whom it escalates to approve after the time', () => {
    const escalation = { afterMs: 500, to: { roles: [], teams: [], people: ['grace'] } };
    const from = { roles: ['admin'], teams: [], people: [] };
    const escalating = { ...open, ask: { ...ask, from, escalation } };
    expect(whyNoReview(escalating, grace, 1_499)?.code).toBe('Forbidden');
    expect(whyNoReview(escalating, grace, 1_500)).toBeNull();
  });

  it('takes no token for the person whose name it has', () => {
    const from = { roles: [], teams: [], people: ['grace'] };
    const listing = { ...open, ask: { ...ask, from } };
    const token = { kind: 'ApiToken', id: 'tok_1', name: 'grace' } as const;
    expect(whyNoReview(listing, { ...token, personName: null }, 0)?.code).toBe('Forbidden');
    expect(whyNoReview(listing, { ...token, personName: 'mallory' }, 0)?.code).toBe('Forbidden');
    expect(whyNoReview(listing, { ...token, name: 'ci', personName: 'grace' }, 0)).toBeNull();
  });

  it('refuses the person who changed the plan, also with a token', () => {
    const edit = {
      by: { kind: 'User', id: 'usr_grace', name: 'grace' },
      personId: 'usr_grace',
      nodeNames: ['n'],
      replaces: 'dec_0',
    } as const;
    const token = {
      kind: 'ApiToken',
      id: 'tok_1',
      name: 'ci',
      creatorId: 'usr_grace',
      personName: 'grace',
    } as const;
    expect(whyNoReview({ ...open, edit }, grace, 2_000)?.message).toContain('another person');
    expect(whyNoReview({ ...open, edit }, token, 2_000)?.code).toBe('Forbidden');
    expect(whyNoReview({ ...open, edit }, { ...grace, id: 'usr_ada' }, 2_000)).toBeNull();
  });
});
