import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, json, renderApp } from '../../../testing/render-app.js';

describe('the fleet page', () => {
  it('shows cost, pending pods, approvals and problems', async () => {
    await renderApp('/');
    expect(await screen.findByText(/pending, oldest/)).toBeTruthy();
    expect(screen.getByText('decisions awaiting your approval')).toBeTruthy();
    expect(screen.getByText('of 5 clusters need attention')).toBeTruthy();
  });

  it('shows each cluster with mode, state and figures', async () => {
    await renderApp('/');
    const row = await screen.findByRole('row', { name: /edge-staging-euc1/ });
    expect(within(row).getByText('Unreachable')).toBeTruthy();
    expect(within(row).getByText('Approve')).toBeTruthy();
  });

  it('shows problems of a connected cluster, most urgent first', async () => {
    const { user } = await renderApp('/');
    const row = await screen.findByRole('row', { name: /search-prod-euw1/ });
    expect(within(row).getByText('Launch failures × 5')).toBeTruthy();
    expect(within(row).getByText(/\+ 1/)).toBeTruthy();
    expect(within(row).getByTitle(/Failed decisions × 2: .*last hour/)).toBeTruthy();
    expect(within(row).queryByText('Connected')).toBeNull();
    const healthy = screen.getByRole('row', { name: /checkout-prod-use1/ });
    expect(within(healthy).getByText('Healthy')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Attention' }));
    const order = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
    const positions = ['Check failed', 'Unreachable', 'Launch failures', 'Healthy'].map((word) =>
      order.findIndex((text) => text.includes(word)),
    );
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('shows the figures of a cluster that was never reached as unknown', async () => {
    await renderApp('/');
    const row = await screen.findByRole('row', { name: /legacy-apse1/ });
    expect(within(row).getAllByText('unknown').length).toBeGreaterThan(3);
  });

  it('opens a cluster with the keyboard alone', async () => {
    const { user, router } = await renderApp('/');
    await screen.findByRole('row', { name: /batch-research-use1/ });
    await user.keyboard('jj{Enter}');
    expect(router.state.location.pathname).toBe('/clusters/checkout-prod-use1');
  });

  it('sorts by a column and keeps the order in the URL', async () => {
    const { user, router } = await renderApp('/');
    await screen.findByRole('row', { name: /batch-research-use1/ });
    await user.click(screen.getByRole('button', { name: 'Nodes' }));
    expect(router.state.location.search).toMatchObject({ sort: '-nodes' });
    const head = screen.getByRole('columnheader', { name: 'Nodes' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    const [, first] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('checkout-prod-use1');
  });

  it('offers to register a cluster when there is none', async () => {
    await renderApp('/', (world) => {
      world.clusters.splice(0);
    });
    expect(await screen.findByText('No clusters')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Register a cluster' })).toHaveLength(2);
  });

  it('shows an error with the request ID, and keeps the loaded data', async () => {
    const { answerWith, notify } = await renderApp('/');
    await screen.findByRole('row', { name: /checkout-prod-use1/ });
    answerWith(() => json({ errors: [{ message: 'The database is away.' }] }));
    notify({ topic: 'CLUSTER', clusterId: null });
    expect(await screen.findByText('Could not load the fleet.')).toBeTruthy();
    expect(screen.getByText(/The database is away/)).toBeTruthy();
    expect(screen.getByText('req_test')).toBeTruthy();
    const grid = screen.getByRole('grid', { name: 'Clusters' });
    expect(within(grid).getByRole('row', { name: /checkout-prod-use1/ })).toBeTruthy();
  });

  it('refetches when a change is announced', async () => {
    const { world, notify } = await renderApp('/');
    await screen.findByRole('row', { name: /search-prod-euw1.*Auto/ });
    const cluster = world.clusters.find(({ name }) => name === 'search-prod-euw1');
    if (cluster !== undefined) cluster.mode = 'OBSERVE';
    notify({ topic: 'CLUSTER', clusterId: 'clu_2' });
    expect(await screen.findByRole('row', { name: /search-prod-euw1.*Observe/ })).toBeTruthy();
  });

  it('marks the completed steps of the exercise', async () => {
    await renderApp('/');
    const steps = within(await screen.findByRole('region', { name: 'Exercise in the sandbox' }));
    expect(await steps.findAllByText('(done)')).toHaveLength(2);
    expect(steps.getByText(/scale deployment inflate/)).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp('/');
    await screen.findByRole('row', { name: /checkout-prod-use1/ });
    expect(await axeViolations()).toEqual([]);
  });
});
