import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { SaveApprovalPolicyDocument, TestApprovalPolicyDocument } from '../../gql/graphql.js';

describe('the approval policy', () => {
  it('is tested on past decisions before it can be saved', async () => {
    const { user, api } = await renderApp('/settings/approval-policy');
    const save = await screen.findByRole('button', { name: 'Save' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Test on past decisions' }));
    const counts = await screen.findByRole('table', { name: 'Past decisions by result' });
    expect(within(counts).getByRole('row', { name: 'Asks for approval 0 1' })).toBeTruthy();
    expect(screen.getByText('Asks for approval (was: Executed without approval)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved as version 3')).toBeTruthy();
    expect(api.sent(TestApprovalPolicyDocument)).toMatchObject([{ days: 30 }]);
    expect(api.sent(SaveApprovalPolicyDocument)).toMatchObject([{ input: { expectedVersion: 2 } }]);
  });

  it('must be tested again after a change', async () => {
    const { user } = await renderApp('/settings/approval-policy');
    await user.click(await screen.findByRole('button', { name: 'Test on past decisions' }));
    await screen.findByRole('table', { name: 'Past decisions by result' });
    await user.type(screen.getByRole('textbox', { name: /Approval policy, as YAML/ }), '#');
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows the rules in force and the versions, and is accessible', async () => {
    await renderApp('/settings/approval-policy');
    expect(await screen.findByText(/asks for 2 approvals of role approver/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Restore 1' })).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });
});
