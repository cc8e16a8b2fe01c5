import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  ApprovalPolicyDocument,
  CreateStandingApprovalDocument,
  EndStandingApprovalDocument,
} from '../../../gql/graphql.js';

const waiting = `/decisions/${recorded.emptyDecision}`;

describe('approving decisions like one that waits', () => {
  it('has a number of days, and shows the decisions that it counts for', async () => {
    const { user, api } = await renderApp(waiting, (recordedApi) => {
      recordedApi.answer(CreateStandingApprovalDocument, () => ({
        createStandingApproval: { userErrors: [] },
      }));
    });
    await user.click(await screen.findByText('Approve decisions like this for some days'));
    expect(screen.getByText(/It counts as one approval of yours/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Approve such decisions for 7 days' }));
    expect(await screen.findByText('Decisions like this are approved for 7 days')).toBeTruthy();
    expect(api.sent(CreateStandingApprovalDocument)).toMatchObject([
      { input: { id: recorded.emptyDecision, days: 7 } },
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows why it is refused', async () => {
    const message = 'The rule asks for 2 approvals, and a standing approval is one.';
    const { user } = await renderApp(waiting, (recordedApi) => {
      recordedApi.answer(CreateStandingApprovalDocument, () => ({
        createStandingApproval: {
          userErrors: [{ code: 'FORBIDDEN' as const, field: 'input.id', message }],
        },
      }));
    });
    await user.click(await screen.findByText('Approve decisions like this for some days'));
    await user.click(screen.getByRole('button', { name: 'Approve such decisions for 7 days' }));
    expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  });

  it('is revoked on the page of the policy', async () => {
    const { user, api } = await renderApp('/settings/approval-policy', (recordedApi) => {
      recordedApi.answer(EndStandingApprovalDocument, () => ({
        endStandingApproval: { name: 'like dec_1', userErrors: [] },
      }));
      recordedApi.answer(ApprovalPolicyDocument, (answer) => ({
        ...answer,
        approvalPolicy: {
          ...answer.approvalPolicy,
          rules: [
            {
              name: 'like dec_1',
              action: 'AUTO' as const,
              approvals: 0,
              approvers: null,
              until: '2026-12-01T00:00:00Z',
              owner: 'mara',
            },
            ...answer.approvalPolicy.rules,
          ],
        },
      }));
    });
    expect(
      await screen.findByText('executes without approval until 2026-12-01 00:00 UTC, mara'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revoke like dec_1' }));
    await screen.findByText('Revoked like dec_1');
    expect(api.sent(EndStandingApprovalDocument)).toMatchObject([
      { input: { name: 'like dec_1' } },
    ]);
  });
});
