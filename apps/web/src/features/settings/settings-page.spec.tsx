import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../testing/recording/recorded-api.js';
import { recordedAt } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  ApiTokensDocument,
  CreateApiTokenDocument,
  RevokeApiTokenDocument,
  SetPasswordDocument,
  ShellDocument,
} from '../../gql/graphql.js';

const { apiTokens } = recordedAnswer(ApiTokensDocument, {});
const ciDeploy = apiTokens.find(({ name }) => name === 'ci-deploy');

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

describe('the settings', () => {
  it('show the secret of a new token once', async () => {
    const { user } = await renderApp('/settings', (api) => {
      api.answer(CreateApiTokenDocument, (recorded) => {
        const { token } = recorded.createApiToken;
        if (token !== null) {
          api.answer(ApiTokensDocument, (known) => ({ apiTokens: [token, ...known.apiTokens] }));
        }
        return recorded;
      });
    });
    await user.type(await screen.findByRole('textbox', { name: 'Token name' }), 'terraform');
    await user.click(screen.getByRole('button', { name: 'Create read token' }));
    expect(await screen.findByText(/^kerf_token_/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByText(/^kerf_token_/)).toBeNull();
    expect(screen.getByRole('rowheader', { name: 'terraform' })).toBeTruthy();
  });

  it('revoke a token', async () => {
    const { user, api } = await renderApp('/settings');
    const row = await screen.findByRole('row', { name: /ci-deploy/ });
    api.answer(ApiTokensDocument, (known) => ({
      apiTokens: known.apiTokens.map((token) =>
        token.id === ciDeploy?.id ? { ...token, revokedAt: recordedAt.toISOString() } : token,
      ),
    }));
    await user.click(within(row).getByRole('button', { name: 'Revoke' }));
    expect(await within(row).findByText('Revoked')).toBeTruthy();
    expect(api.sent(RevokeApiTokenDocument)).toEqual([{ input: { id: ciDeploy?.id } }]);
  });

  it('ask for a password after sign-in with a one-time link', async () => {
    const { user, api } = await renderApp('/settings', withSetPassword);
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
    const { user, api } = await renderApp('/settings', withSetPassword);
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
    const { user } = await renderApp('/settings');
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    await user.click(screen.getByRole('radio', { name: 'Comfortable' }));
    expect(document.documentElement.dataset['density']).toBe('comfortable');
    await user.click(screen.getByRole('radio', { name: 'Light' }));
  });

  it('are free of axe violations', async () => {
    await renderApp('/settings');
    await screen.findByRole('row', { name: /ci-deploy/ });
    expect(await axeViolations()).toEqual([]);
  });
});
