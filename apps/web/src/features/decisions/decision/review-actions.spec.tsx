import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withDecision } from '../../../../testing/changed-decision.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { renderApp } from '../../../../testing/render-app.js';
import {
  ApproveDecisionDocument,
  BreakGlassDocument,
  CommentDecisionDocument,
  DecisionApprovalDocument,
} from '../../../gql/graphql.js';
import { setPreferences } from '../../../lib/browser/preferences.js';

const waiting = `/decisions/${recorded.emptyDecision}`;

describe('reviewing a decision', () => {
  it('shows the rule, the approvals given, and why earlier rules do not match', async () => {
    await renderApp(waiting);
    expect(await screen.findByText('0 of 1 given')).toBeTruthy();
    expect(screen.getByText('mode approve: removals')).toBeTruthy();
    expect(screen.getByText('no cluster is listed')).toBeTruthy();
  });

  it('shows only what applies', async () => {
    await renderApp(waiting);
    await screen.findByText('0 of 1 given');
    for (const label of ['Escalation', 'Reminder', 'Maintenance window', 'Replaces']) {
      expect(screen.queryByText(label, { selector: 'dt' })).toBeNull();
    }
  });

  it('approves the plan that is shown, by its digest', async () => {
    const { user, api } = await renderApp(waiting);
    await screen.findByText('0 of 1 given');
    await user.click(screen.getByRole('button', { name: /^Approve:/ }));
    expect(api.sent(ApproveDecisionDocument)).toMatchObject([
      { input: { id: recorded.emptyDecision, planDigest: 'f'.repeat(64) } },
    ]);
  });

  it('approves for a window in the time zone of the viewer', async () => {
    const { user, api } = await renderApp(waiting);
    setPreferences({ timeZone: 'utc' });
    await user.click(await screen.findByText('Maintenance window (UTC)'));
    fireEvent.change(screen.getByLabelText('Not before'), {
      target: { value: '2026-12-24T22:00' },
    });
    await user.click(screen.getByRole('button', { name: /^Approve:/ }));
    await waitFor(() =>
      expect(api.sent(ApproveDecisionDocument)).toMatchObject([
        { input: { windowFrom: '2026-12-24T22:00:00.000Z' } },
      ]),
    );
  });

  it('does not offer an approval that would be refused, and says why', async () => {
    const { user, api } = await renderApp(waiting, (recordedApi) => {
      recordedApi.answer(DecisionApprovalDocument, (answer) =>
        answer.decision?.approval
          ? {
              decision: {
                ...answer.decision,
                approval: { ...answer.decision.approval, refusal: 'You changed this plan.' },
              },
            }
          : answer,
      );
    });
    await screen.findByText('0 of 1 given');
    const button = screen.getByRole('button', { name: /^Approve:/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe('You changed this plan.');
    await user.click(button);
    expect(api.sent(ApproveDecisionDocument)).toEqual([]);
    expect(
      screen.getByRole('button', { name: 'Reject…' }).getAttribute('aria-disabled'),
    ).toBeNull();
  });

  it('needs a reason for break-glass', async () => {
    const { user, api } = await renderApp(waiting);
    await user.click(await screen.findByText('Break-glass: execute without approvals'));
    const execute = screen.getByRole('button', { name: 'Execute without approvals' });
    expect(execute.getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'nodes are out of disk');
    expect(execute.getAttribute('aria-description')).toBe('Confirm that the nodes are removed');
    expect(screen.getByText(/disruption budgets and pauses still hold/)).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /^Remove \d+ nodes? now$/ }));
    await user.click(execute);
    expect(api.sent(BreakGlassDocument)).toMatchObject([
      { input: { reason: 'nodes are out of disk' } },
    ]);
  });

  it.each([
    ['REJECTED', false, 'Execute against the policy', /A rule of the approval policy denied/],
    ['PROPOSED', true, 'Execute in mode observe', /in which Kerf changes nothing/],
  ] as const)(
    'offers break-glass for a decision in state %s',
    async (state, observeOnly, name, why) => {
      const decidedBy = observeOnly ? null : 'kerf';
      const { user } = await renderApp(
        waiting,
        withDecision(() => ({ state, observeOnly, decidedBy })),
      );
      await user.click(await screen.findByText(/^Break-glass: execute although/));
      expect(screen.getByText(why)).toBeTruthy();
      expect(screen.getByRole('button', { name })).toBeTruthy();
    },
  );

  it('adds a comment without a decision', async () => {
    const { user, api } = await renderApp(waiting);
    await user.type(await screen.findByRole('textbox', { name: 'Add to the history' }), 'looking');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(api.sent(CommentDecisionDocument)).toMatchObject([{ input: { comment: 'looking' } }]);
    expect(api.sent(ApproveDecisionDocument)).toEqual([]);
  });
});
