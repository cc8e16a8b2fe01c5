import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('signing in', () => {
  it('opens the requested page after sign-in', async () => {
    const { user, router } = await renderApp('/sign-in?to=%2Fcost');
    await user.type(await screen.findByLabelText(/^Name/), 'admin');
    await user.type(screen.getByLabelText(/^Password/), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cost'));
  });

  it('shows an error when name or password is wrong', async () => {
    const { user } = await renderApp('/sign-in');
    await user.type(await screen.findByLabelText(/^Name/), 'admin');
    await user.type(screen.getByLabelText(/^Password/), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The user name or password is incorrect.');
  });

  it('offers the identity provider first, and the password only where it is shown', async () => {
    await renderApp('/sign-in?to=%2Fcost', (api) => {
      api.signInOptions = { providerName: 'Example SSO', password: 'hidden' };
    });
    const link = await screen.findByRole('link', { name: 'Sign in with Example SSO' });
    expect(link.getAttribute('href')).toBe('/auth/oidc/sign-in?to=%2Fcost');
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
    cleanup();
    await renderApp('/sign-in?password=true', (api) => {
      api.signInOptions = { providerName: 'Example SSO', password: 'hidden' };
    });
    await screen.findByLabelText(/^Password/);
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['user-disabled', /disabled in Kerf/],
    ['provider-unavailable', /does not respond/],
    ['anything', /The sign-in failed/],
  ])('explains the problem %s of the identity provider', async (problem, words) => {
    await renderApp(`/sign-in?problem=${problem}`);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it('never redirects to another site', async () => {
    const { router } = await renderApp('/sign-in?to=%2F%2Fevil.example');
    expect(router.state.location.search).toEqual({});
  });

  it('is required when the session has ended', async () => {
    const { router, api, notify } = await renderApp('/cost');
    await screen.findByRole('table');
    api.endSession();
    notify({ topic: 'NODES', clusterId: null });
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
    expect(router.state.location.search).toEqual({ to: '/cost' });
  });

  it('is free of axe violations', async () => {
    await renderApp('/sign-in');
    expect(await axeViolations()).toEqual([]);
  });
});
