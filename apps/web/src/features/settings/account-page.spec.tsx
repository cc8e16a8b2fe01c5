import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RecordedApi } from '../../../testing/recording/recorded-api.js';
import { recordedAt } from '../../../testing/recording/recording.js';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  EndSessionDocument,
  EndStandingApprovalDocument,
  OwnStandingApprovalsDocument,
  SetPasswordDocument,
  ShellDocument,
} from '../../gql/graphql.js';

/** The user has a password once one is set. */
function withSetPassword(api: RecordedApi): void {
  api.answer(SetPasswordDocument, (recorded) => {
    api.answer(ShellDocument, (frame) => ({
      ...frame,
      viewer: { ...frame.viewer, hasPassword: true },
    }));
    return recorded;
  });
}

describe('the settings of the account', () => {
  it('end another session of the user, not the one of this browser', async () => {
    const { user, api } = await renderApp('/settings/account');
    const other = await screen.findByRole('row', { name: /198\.51\.100\.4/ });
    expect(screen.getByRole('row', { name: /192\.0\.2\.7.*This browser/ })).toBeTruthy();
    await user.click(within(other).getByRole('button', { name: 'End session' }));
    expect(api.sent(EndSessionDocument)).toEqual([{ input: { id: 'ses_1' } }]);
  });

  it('ask for a password after sign-in with a one-time link', async () => {
    const { user, api } = await renderApp('/settings/account', withSetPassword);
    expect(await screen.findByText(/You signed in with a one-time link/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Set password' });
    expect(button.getAttribute('aria-description')).toBe(
      'The password needs at least 12 characters',
    );
    await user.type(screen.getByLabelText('New password'), 'correct horse battery');
    await user.click(button);
    expect(await screen.findByLabelText('Current password')).toBeTruthy();
    expect(api.sent(SetPasswordDocument)).toMatchObject([
      { input: { newPassword: 'correct horse battery' } },
    ]);
  });

  it('revoke tokens with a new password when selected', async () => {
    const { user, api } = await renderApp('/settings/account', withSetPassword);
    await user.type(await screen.findByLabelText('New password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    await user.type(await screen.findByLabelText('Current password'), 'correct horse battery');
    await user.type(screen.getByLabelText('New password'), 'battery horse correct');
    await user.click(screen.getByRole('checkbox', { name: /revoke the API tokens/ }));
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText(/Your other sessions have ended/);
    expect(api.sent(SetPasswordDocument).at(-1)).toEqual({
      input: {
        currentPassword: 'correct horse battery',
        newPassword: 'battery horse correct',
        revokeTokens: true,
      },
    });
  });

  it('change theme, density and time zone here', async () => {
    const { user } = await renderApp('/settings/account');
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    await user.click(screen.getByRole('radio', { name: 'Comfortable' }));
    expect(document.documentElement.dataset['density']).toBe('comfortable');
    await user.click(screen.getByRole('radio', { name: 'Light' }));
  });

  it('are free of axe violations', async () => {
    await renderApp('/settings/account');
    await screen.findByRole('row', { name: /192\.0\.2\.7/ });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('a password in the settings', () => {
  it('is not offered to a user of the identity provider', async () => {
    await renderApp('/settings/account', (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        viewer: { ...frame.viewer, canSetPassword: false },
      }));
    });
    await screen.findByText(/You sign in at the identity provider/);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('standing approvals in the settings', () => {
  it('can be revoked by their maker, who may not read the approval policy', async () => {
    const { user, api } = await renderApp('/settings/account', (recorded) => {
      recorded.answer(ShellDocument, refusing('APPROVAL_POLICY_READ'));
      const own = {
        name: 'like dec_1',
        clusters: ['production'],
        nodePools: ['default'],
        kinds: ['EMPTY' as const],
        until: new Date(recordedAt.getTime() + 86_400_000).toISOString(),
      };
      recorded.answer(OwnStandingApprovalsDocument, () => ({ ownStandingApprovals: [own] }));
      recorded.answer(EndStandingApprovalDocument, () => {
        recorded.answer(OwnStandingApprovalsDocument, () => ({ ownStandingApprovals: [] }));
        return { endStandingApproval: { name: own.name, userErrors: [] } };
      });
    });
    const row = await screen.findByRole('row', { name: /like dec_1.*Empty.*production.*default/ });
    await user.click(within(row).getByRole('button', { name: 'Revoke like dec_1' }));
    expect(await screen.findByText(/^No standing approvals/)).toBeTruthy();
    expect(api.sent(EndStandingApprovalDocument)).toEqual([{ input: { name: 'like dec_1' } }]);
  });

  it('are not shown to users who may not approve', async () => {
    await renderApp('/settings/account', (recorded) => {
      recorded.answer(ShellDocument, refusing('DECISION_APPROVE'));
    });
    await screen.findByRole('heading', { name: 'Sessions' });
    expect(screen.queryByRole('heading', { name: 'Standing approvals' })).toBeNull();
  });
});
