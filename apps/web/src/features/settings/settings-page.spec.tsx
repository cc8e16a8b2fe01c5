import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../testing/recording/recorded-api.js';
import { recordedAt } from '../../../testing/recording/recording.js';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  ApiTokensDocument,
  BindRoleDocument,
  CreateApiTokenDocument,
  DisableUserDocument,
  EndSessionDocument,
  EndStandingApprovalDocument,
  OwnStandingApprovalsDocument,
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

describe('an API token', () => {
  it('is rotated only by whoever made it', async () => {
    await renderApp('/settings');
    const rotate = async (name: RegExp) =>
      within(await screen.findByRole('row', { name })).getByRole('button', { name: 'Rotate' });
    expect((await rotate(/ci-deploy/)).getAttribute('aria-disabled')).toBeNull();
    const ofOthers = await rotate(/npm start/);
    expect(ofOthers.getAttribute('aria-disabled')).toBe('true');
    expect(ofOthers.getAttribute('aria-description')).toMatch(/Only whoever made a token/);
  });
});

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
    await user.click(screen.getByRole('button', { name: 'Create token' }));
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

  it('end another session of the user, not the one of this browser', async () => {
    const { user, api } = await renderApp('/settings');
    const other = await screen.findByRole('row', { name: /198\.51\.100\.4/ });
    expect(screen.getByRole('row', { name: /192\.0\.2\.7.*This browser/ })).toBeTruthy();
    await user.click(within(other).getByRole('button', { name: 'End session' }));
    expect(api.sent(EndSessionDocument)).toEqual([{ input: { id: 'ses_1' } }]);
  });

  it('disable a user, and show the reason when it is refused', async () => {
    const { user, api } = await renderApp('/settings', (recorded) => {
      recorded.answer(DisableUserDocument, () => ({
        disableUser: {
          userErrors: [
            { code: 'CONFLICT' as const, field: null, message: 'At least one admin must stay.' },
          ],
        },
      }));
    });
    await user.click(await screen.findByRole('button', { name: 'Disable grace' }));
    expect(await screen.findByText(/At least one admin must stay/)).toBeTruthy();
    expect(api.sent(DisableUserDocument)).toEqual([{ input: { id: 'usr_2' } }]);
  });

  it('show a new secret after a rotation, once', async () => {
    const { user } = await renderApp('/settings');
    const row = await screen.findByRole('row', { name: /ci-deploy/ });
    await user.click(within(row).getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByText('kerf_token_rotated')).toBeTruthy();
  });

  it('give a role to a group in the organization', async () => {
    const { user, api } = await renderApp('/settings');
    const group = await screen.findByLabelText('Group of the identity provider');
    await user.type(group, 'sre');
    await user.click(screen.getByRole('button', { name: 'Add role binding' }));
    expect(api.sent(BindRoleDocument)).toEqual([
      {
        input: {
          subjectKind: 'GROUP',
          subjectId: 'sre',
          role: 'viewer',
          scope: { kind: 'ORGANIZATION' },
          effect: 'ALLOW',
        },
      },
    ]);
    expect(
      screen.getByRole('row', { name: /group web-team operator NodePool web of/ }),
    ).toBeTruthy();
  });

  it('hide users and role bindings from those who may not see them', async () => {
    await renderApp('/settings', (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        viewer: {
          ...frame.viewer,
          permissions: frame.viewer.permissions.map((permission) => ({
            ...permission,
            isAllowed: !permission.action.startsWith('IDENTITY'),
          })),
        },
      }));
    });
    await screen.findByRole('heading', { name: 'Teams' });
    expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Role bindings' })).toBeNull();
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

describe('a password in the settings', () => {
  it('is not offered to a user of the identity provider', async () => {
    await renderApp('/settings', (api) => {
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
    const { user, api } = await renderApp('/settings', (recorded) => {
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
    await renderApp('/settings', (recorded) => {
      recorded.answer(ShellDocument, refusing('DECISION_APPROVE'));
    });
    await screen.findByRole('heading', { name: 'Sessions' });
    expect(screen.queryByRole('heading', { name: 'Standing approvals' })).toBeNull();
  });
});
