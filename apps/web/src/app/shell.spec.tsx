import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recorded, recordedAt } from '../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../testing/render-app.js';
import { ShellDocument } from '../gql/graphql.js';

describe('the application shell', () => {
  it('shows counts of pending pods and of decisions awaiting approval', async () => {
    await renderApp('/settings', (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        fleet: {
          ...frame.fleet,
          summary: { ...frame.fleet.summary, pendingPods: 16, awaitingDecisions: 2 },
        },
      }));
    });
    const rail = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(await rail.findByTitle('16 pending pods')).toBeTruthy();
    expect(rail.getByTitle('2 awaiting approval')).toBeTruthy();
    expect(rail.getByRole('link', { name: 'Cost' }).textContent).toBe('Cost');
  });

  it.each([
    ['gp', '/pending'],
    ['gd', '/decisions'],
    ['gn', '/node-pools'],
    ['ge', '/node-classes'],
    ['gb', '/budgets'],
    ['gk', '/brakes'],
    ['gi', '/interruptions'],
    ['gc', '/cost'],
    ['ga', '/audit'],
    ['gf', '/'],
  ])('opens a page when the keys %s are pressed', async (keys, path) => {
    const { user, router } = await renderApp('/settings');
    await user.keyboard(keys);
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('shows the running scenarios of the sandbox', async () => {
    await renderApp('/settings', (api) => {
      const scenario = {
        name: 'spot-storm',
        cluster: 'shop-prod-use1',
        startedAt: recordedAt.toISOString(),
        endsAt: null,
        message: '5 spot nodes are warned',
        watch: 'each is drained in time',
        page: '/interruptions',
      };
      api.answer(ShellDocument, (frame) => {
        const { sandbox } = frame.product;
        if (sandbox === null) throw new TypeError('The stack of the recording has a sandbox.');
        return {
          ...frame,
          product: { ...frame.product, sandbox: { ...sandbox, scenarios: [scenario] } },
        };
      });
    });
    expect(await screen.findByText(/^Sandbox scenario spot-storm in/)).toBeTruthy();
    expect(screen.getByText('Expected: each is drained in time.').closest('details')?.open).toBe(
      false,
    );
    const link = screen.getByRole('link', { name: 'Open page' });
    expect(link.getAttribute('href')).toBe('/interruptions');
  });

  it('lists the keyboard shortcuts', async () => {
    const { user } = await renderApp('/settings');
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Go to Decisions')).toBeTruthy();
  });

  it('filters the page by cluster, and keeps the filter on other pages', async () => {
    const { user, router } = await renderApp('/pending');
    await user.click(await screen.findByRole('combobox', { name: 'Cluster' }));
    await user.click(await screen.findByRole('option', { name: 'shop-staging-use1' }));
    expect(router.state.location.search).toEqual({ cluster: 'shop-staging-use1' });
    await user.click(screen.getByRole('link', { name: 'NodePools' }));
    expect(router.state.location.search).toEqual({ cluster: 'shop-staging-use1' });
  });

  it.each([
    [
      '/cost?view=history&dimension=pool&range=30d',
      { view: 'history', dimension: 'pool', range: '30d' },
    ],
    ['/interruptions?kind=SPOT_INTERRUPTED&open=nowhere', { kind: 'SPOT_INTERRUPTED' }],
    ['/node-pools?q=gen&open=shop-prod-use1%2Fgeneral', { q: 'gen' }],
    ['/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral', {}],
  ])(
    'keeps the filters of %s when a cluster is chosen, and closes what is open',
    async (path, keptSearch) => {
      const { user, router } = await renderApp(path);
      const { pathname } = router.state.location;
      const frame = within(screen.getByRole('banner'));
      await user.click(await frame.findByRole('combobox', { name: 'Cluster' }));
      await user.click(await screen.findByRole('option', { name: 'shop-staging-use1' }));
      expect(router.state.location.pathname).toBe(pathname);
      expect(router.state.location.search).toEqual({ ...keptSearch, cluster: 'shop-staging-use1' });
      await user.click(frame.getByLabelText('Show all clusters'));
      expect(router.state.location.search).toEqual(keptSearch);
    },
  );

  it('opens the page of the cluster where there is no cluster filter', async () => {
    const { user, router } = await renderApp('/settings');
    await user.click(await screen.findByRole('combobox', { name: 'Cluster' }));
    await user.click(await screen.findByRole('option', { name: 'shop-staging-use1' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clusters/shop-staging-use1'));
  });

  it('shows the cluster of the page of a node', async () => {
    await renderApp(`/clusters/shop-prod-use1/nodes/${recorded.managedNode}`);
    const picker = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Cluster' });
    await waitFor(() => expect(picker.value).toBe('shop-prod-use1'));
  });

  it('signs out', async () => {
    const { user, router } = await renderApp('/settings');
    await user.click(await screen.findByRole('button', { name: /^admin: settings/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
  });

  it.each(['/nowhere', '/clusters/a/b/c/d', '/decisions/x/y'])(
    'shows the navigation for an unknown URL: %s',
    async (path) => {
      const { user, router } = await renderApp(path);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
      expect(screen.getByRole('banner')).toBeTruthy();
      const sidebar = within(screen.getByRole('navigation', { name: 'Pages' }));
      expect(await axeViolations()).toEqual([]);
      await user.click(sidebar.getByRole('link', { name: /^Decisions/ }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/decisions'));
    },
  );
});

describe('menus and dialogs', () => {
  it('have no axe violations when open', async () => {
    const { user } = await renderApp('/decisions');
    await screen.findAllByRole('row', { name: /shop-/ });
    await user.click(await screen.findByRole('button', { name: /^admin: settings/ }));
    expect(screen.getByRole('menuitemradio', { name: 'Theme: light' })).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Choose columns' }));
    const column = await screen.findByRole('checkbox', { name: 'Kind' });
    expect(column).toMatchObject({ checked: true });
    expect(await axeViolations()).toEqual([]);
    await user.click(column);
    expect(column).toMatchObject({ checked: false });
    expect(screen.queryByRole('columnheader', { name: 'Kind' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    expect(await screen.findByRole('listbox')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
  });

  it('have no axe violations in the command palette and the keyboard help', async () => {
    const { user } = await renderApp('/settings');
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('main').focus();
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the shell of an API whose settings have problems', () => {
  it('shows the problems', async () => {
    const warning = 'Requests come through a proxy, but KERF_TRUSTED_PROXIES is 0.';
    await renderApp('/settings', (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        product: { ...frame.product, warnings: [warning] },
      }));
    });
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });
});
