import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the settings', () => {
  it('show the secret of a new token once', async () => {
    const { user } = await renderApp('/settings');
    await user.type(await screen.findByRole('textbox', { name: 'Token name' }), 'terraform');
    await user.click(screen.getByRole('button', { name: 'Create read token' }));
    expect(await screen.findByText(/^kerf_pat_/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByText(/^kerf_pat_/)).toBeNull();
    expect(screen.getByRole('rowheader', { name: 'terraform' })).toBeTruthy();
  });

  it('revoke a token', async () => {
    const { user, world } = await renderApp('/settings');
    const row = await screen.findByRole('row', { name: /ci-deploy/ });
    await user.click(within(row).getByRole('button', { name: 'Revoke' }));
    expect(await within(row).findByText('Revoked')).toBeTruthy();
    expect(world.tokens[0]?.revokedAt).not.toBeNull();
  });

  it('ask for a password after sign-in with a one-time link', async () => {
    const { user, world } = await renderApp('/settings');
    expect(await screen.findByText(/You signed in with a one-time link/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Set password' });
    expect(button.getAttribute('aria-description')).toBe(
      'The password needs at least 12 characters',
    );
    await user.type(screen.getByLabelText('New password'), 'correct horse battery');
    await user.click(button);
    expect(await screen.findByLabelText('Current password')).toBeTruthy();
    expect(world.viewer.hasPassword).toBe(true);
  });

  it('revoke tokens with a new password when selected', async () => {
    const { user, world } = await renderApp('/settings');
    const own = world.tokens.filter(({ createdBy }) => createdBy === world.viewer.name);
    expect(own.length).toBeGreaterThan(0);
    await user.type(await screen.findByLabelText('New password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    await user.type(await screen.findByLabelText('Current password'), 'correct horse battery');
    await user.type(screen.getByLabelText('New password'), 'battery horse correct');
    await user.click(screen.getByRole('checkbox', { name: /revoke the API tokens/ }));
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText(/Your other sessions have ended/);
    expect(own.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
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
