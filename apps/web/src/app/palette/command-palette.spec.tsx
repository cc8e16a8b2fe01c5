import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { SearchDocument, type SearchQuery } from '../../gql/graphql.js';

const pod = {
  kind: 'POD',
  title: 'web-front-7c9f6d-x1',
  subtitle: 'shop in shop-prod-use1',
  path: '/clusters/shop-prod-use1/pods/shop/web-front-7c9f6d-x1',
} as const;
const owner = {
  kind: 'OWNER',
  title: 'web-front',
  subtitle: 'Deployment, shop in shop-prod-use1',
  path: '/clusters/shop-prod-use1/owners/shop/Deployment/web-front',
} as const;

/** Opens the palette on the page of the settings, with these results of every search. */
async function openPalette(results: SearchQuery['search'] = [owner, pod]) {
  const app = await renderApp('/settings', (api) => {
    api.answer(SearchDocument, () => ({ search: results }));
  });
  await app.user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  return { ...app, dialog, input: dialog.getByRole('combobox') };
}

describe('the command palette', () => {
  it('shows pages and actions before anything is typed, without axe violations', async () => {
    const { dialog, api } = await openPalette();
    const pages = within(dialog.getByRole('group', { name: 'Pages' }));
    expect(pages.getByRole('option', { name: /^Decisions/ })).toBeTruthy();
    const actions = within(dialog.getByRole('group', { name: 'Actions' }));
    expect(actions.getByRole('option', { name: /^Pause…/ })).toBeTruthy();
    expect(api.sent(SearchDocument)).toEqual([]);
    expect(await axeViolations()).toEqual([]);
  });

  it('finds objects by kind for what was typed, and opens the first by Enter', async () => {
    const { dialog, user, input, api, router } = await openPalette();
    await user.type(input, 'web-front');
    const owners = within(await dialog.findByRole('group', { name: 'Owners of pods' }));
    expect(owners.getByRole('option', { name: /^web-front.*Deployment, shop/ })).toBeTruthy();
    expect(dialog.getByRole('group', { name: 'Pods' })).toBeTruthy();
    expect(dialog.getByRole('status').textContent).toBe('2 results');
    expect(await axeViolations()).toEqual([]);
    expect(api.sent(SearchDocument).at(-1)).toEqual({ query: 'web-front' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(owner.path));
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
  });

  it('chooses with the arrow keys, around the end, and names the choice to screen readers', async () => {
    const { dialog, user, input, router } = await openPalette();
    await user.type(input, 'web-front');
    const first = await dialog.findByRole('option', { name: /Deployment, shop/ });
    const second = dialog.getByRole('option', { name: /x1/ });
    expect(first.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowDown}');
    expect(second.getAttribute('aria-selected')).toBe('true');
    expect(input.getAttribute('aria-activedescendant')).toBe(second.id);
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(pod.path));
  });

  it('opens what is clicked', async () => {
    const { dialog, user, input, router } = await openPalette();
    await user.type(input, 'web-front');
    await user.click(await dialog.findByRole('option', { name: /x1/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(pod.path));
  });

  it('says that nothing was found', async () => {
    const { dialog, user, input } = await openPalette([]);
    await user.type(input, 'nothing');
    expect(await dialog.findByText('No results for “nothing”.')).toBeTruthy();
    expect(dialog.queryByRole('option')).toBeNull();
  });

  it('says that names are searched for parts from three characters', async () => {
    const { dialog, user, input } = await openPalette([]);
    await user.type(input, 'zq');
    expect(await dialog.findByText(/Type three characters to search within names/)).toBeTruthy();
  });

  it('shows a failure, keeps pages and actions, and tries again', async () => {
    const { dialog, user, input, api } = await openPalette();
    api.fail(SearchDocument, 'The database does not answer.');
    await user.type(input, 'dec');
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'Could not search objects. The database does not answer.',
    );
    expect(dialog.getByRole('option', { name: /^Decisions/ })).toBeTruthy();
    api.answer(SearchDocument, () => ({ search: [pod] }));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('group', { name: 'Pods' })).toBeTruthy();
  });

  it.each([
    ['Approve', '/decisions', { show: 'waiting' }],
    ['Register', '/clusters/register', {}],
    ['Apply', '/apply', {}],
    ['Sign out', '/sign-in', {}],
  ])('opens the page of the action %s', async (typed, pathname, search) => {
    const { user, input, router } = await openPalette([]);
    await user.type(input, typed);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search }));
  });

  it('opens the form that pauses changes', async () => {
    const { user, input } = await openPalette([]);
    await user.type(input, 'Pause');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Pause changes' })).toBeTruthy();
  });

  it('forgets what was typed when it is closed', async () => {
    const { user, input } = await openPalette();
    await user.type(input, 'web-front');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    expect(
      await screen.findByRole<HTMLInputElement>('combobox', { name: /^Search objects/ }),
    ).toHaveProperty('value', '');
  });
});
