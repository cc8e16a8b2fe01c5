import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.js';
import { CreateUserDocument, UsersDocument } from '../../gql/graphql.js';

const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'User name' });

describe('the form that creates a user', () => {
  it('creates a local user, lists it and is empty again', async () => {
    const { user, api } = await renderApp('/settings/users', (recorded) => {
      recorded.answer(CreateUserDocument, (answer) => {
        recorded.answer(UsersDocument, ({ users }) => ({
          users: users.map((each) => (each.name === 'grace' ? { ...each, name: 'ada' } : each)),
        }));
        return answer;
      });
    });
    const name = await nameField();
    await user.type(name, 'ada');
    await user.click(screen.getByRole('button', { name: 'Create user' }));
    expect(await screen.findByRole('rowheader', { name: 'ada' })).toBeTruthy();
    expect(api.sent(CreateUserDocument)).toEqual([{ input: { name: 'ada' } }]);
    await waitFor(() => expect(name.value).toBe(''));
  });

  it('asks for both claims of a person of the identity provider', async () => {
    const { user, api } = await renderApp('/settings/users');
    await user.type(await nameField(), 'ada');
    await user.type(screen.getByRole('textbox', { name: 'Issuer' }), 'https://login.example.com');
    const button = screen.getByRole('button', { name: 'Create user' });
    expect(button.getAttribute('aria-description')).toBe('Enter both issuer and subject');
    await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'ada-1');
    await user.click(button);
    const externalIdentity = { issuer: 'https://login.example.com', subject: 'ada-1' };
    await waitFor(() =>
      expect(api.sent(CreateUserDocument)).toEqual([{ input: { name: 'ada', externalIdentity } }]),
    );
  });
});
