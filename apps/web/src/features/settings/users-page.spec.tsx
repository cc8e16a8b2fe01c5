import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { BindRoleDocument, DisableUserDocument, ShellDocument } from '../../gql/graphql.js';

describe('the settings of users', () => {
  it('disable a user, and show the reason when it is refused', async () => {
    const { user, api } = await renderApp('/settings/users', (recorded) => {
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

  it('give a role to a group in the organization', async () => {
    const { user, api } = await renderApp('/settings/users');
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

  it('say why they are hidden from those who may not see them', async () => {
    await renderApp('/settings/users', (api) =>
      api.answer(ShellDocument, refusing('IDENTITY_READ')),
    );
    expect(await screen.findByText('You may not see users and role bindings')).toBeTruthy();
    expect(screen.getByText('no role')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Role bindings' })).toBeNull();
  });

  it('are free of axe violations', async () => {
    await renderApp('/settings/users');
    await screen.findByRole('row', { name: /grace/ });
    expect(await axeViolations()).toEqual([]);
  });
});
