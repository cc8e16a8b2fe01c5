import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { recordedAt } from '../../../testing/recording/recording.js';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  ApiTokensDocument,
  CreateApiTokenDocument,
  RevokeApiTokenDocument,
  ShellDocument,
} from '../../gql/graphql.js';

const { apiTokens } = recordedAnswer(ApiTokensDocument, {});
const ciDeploy = apiTokens.find(({ name }) => name === 'ci-deploy');

describe('an API token', () => {
  it('is rotated only by whoever made it', async () => {
    await renderApp('/settings/api-access');
    const rotate = async (name: RegExp) =>
      within(await screen.findByRole('row', { name })).getByRole('button', { name: 'Rotate' });
    expect((await rotate(/ci-deploy/)).getAttribute('aria-disabled')).toBeNull();
    const ofOthers = await rotate(/npm start/);
    expect(ofOthers.getAttribute('aria-disabled')).toBe('true');
    expect(ofOthers.getAttribute('aria-description')).toMatch(/Only whoever made a token/);
  });
});

describe('the settings of API tokens', () => {
  it('show the secret of a new token once', async () => {
    const { user } = await renderApp('/settings/api-access', (api) => {
      api.answer(CreateApiTokenDocument, (recorded) => {
        const { token } = recorded.createApiToken;
        if (token !== null) {
          api.answer(ApiTokensDocument, (known) => ({ apiTokens: [token, ...known.apiTokens] }));
        }
        return recorded;
      });
    });
    await user.type(await screen.findByRole('textbox', { name: 'Token name' }), 'terraform');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText(/^kerf_token_/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByText(/^kerf_token_/)).toBeNull();
    expect(screen.getByRole('rowheader', { name: 'terraform' })).toBeTruthy();
  });

  it('revoke a token', async () => {
    const { user, api } = await renderApp('/settings/api-access');
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

  it('show a new secret after a rotation, once', async () => {
    const { user } = await renderApp('/settings/api-access');
    const row = await screen.findByRole('row', { name: /ci-deploy/ });
    await user.click(within(row).getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByText('kerf_token_rotated')).toBeTruthy();
  });

  it('are without trust rules for those who may not see them', async () => {
    await renderApp('/settings/api-access', (api) =>
      api.answer(ShellDocument, refusing('IDENTITY_READ')),
    );
    await screen.findByRole('row', { name: /ci-deploy/ });
    expect(screen.queryByRole('heading', { name: /^Trust rules/ })).toBeNull();
  });

  it('are free of axe violations', async () => {
    await renderApp('/settings/api-access');
    await screen.findByRole('row', { name: /ci-deploy/ });
    expect(await axeViolations()).toEqual([]);
  });
});
