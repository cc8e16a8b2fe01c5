import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { settingsPages } from '../../app/navigation.js';
import { ShellDocument } from '../../gql/graphql.js';

const navigation = async () => within(await screen.findByRole('navigation', { name: 'Settings' }));

const linksOf = async (): Promise<readonly (string | null)[]> =>
  (await navigation()).getAllByRole('link').map(({ textContent }) => textContent);

describe('the section of the settings', () => {
  it('begins with the account, also for the address from before it had pages', async () => {
    const { router } = await renderApp('/settings');
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/settings/account');
    expect(await linksOf()).toEqual(settingsPages.map(({ label }) => label));
  });

  it.each(settingsPages)('has the page $label at an address of its own', async ({ to, label }) => {
    await renderApp(to);
    expect(await screen.findByRole('heading', { level: 1, name: label })).toBeTruthy();
    const current = (await navigation()).getByRole('link', { current: 'page' });
    expect(current.textContent).toBe(label);
  });

  it('leads from page to page, also with the menu of narrow screens', async () => {
    const { user, router } = await renderApp('/settings/account');
    await user.click((await navigation()).getByRole('link', { name: 'Teams and roles' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Teams and roles' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Settings: Teams and roles' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Users' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/settings/users');
  });

  it('has no link to users for those who may not see them', async () => {
    await renderApp('/settings', (api) => api.answer(ShellDocument, refusing('IDENTITY_READ')));
    await screen.findByRole('heading', { name: 'Sessions' });
    expect(await linksOf()).not.toContain('Users');
  });

  it('is free of axe violations on the page of teams and roles', async () => {
    await renderApp('/settings/teams');
    await screen.findByRole('region', { name: 'Roles' });
    expect(await axeViolations()).toEqual([]);
  });
});
