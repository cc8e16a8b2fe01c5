import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../testing/render-app.js';

const node = 'ip-10-41-0-35.ec2.internal';

describe('the page of a node', () => {
  it('shows lifecycle, disruption blockers and interruption notices', async () => {
    await renderApp(`/clusters/checkout-prod-use1/nodes/${node}`);
    expect(await screen.findByRole('heading', { name: node })).toBeTruthy();
    expect(await screen.findByRole('row', { name: /Registered.*31 s/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Disruption blocked by' })).toBeTruthy();
    expect(await screen.findByText('No interruption notices.')).toBeTruthy();
  });

  it('keeps the last evaluation of what blocks it, with its age', async () => {
    await renderApp('/clusters/checkout-prod-use1?q=ip-10-41-0-203');
    const row = await screen.findByRole('row', { name: /ip-10-41-0-203/ });
    expect(within(row).getByText(/4 min ago/)).toBeTruthy();
  });

  it('shows the age of the evaluation, and that other nodes are ahead', async () => {
    await renderApp(`/clusters/checkout-prod-use1/nodes/${node}`, (world) => {
      for (const each of [...world.nodes.values()].flat()) {
        if (each.name !== node) continue;
        each.blockers = [{ code: 'PRICE_UNKNOWN', data: {} }];
        each.blockersEvaluatedAt = new Date(Date.now() - 240_000).toISOString();
      }
    });
    expect(await screen.findByText(/Evaluated/)).toBeTruthy();
    expect(screen.getByText(/other nodes are ahead in the queue/)).toBeTruthy();
  });

  it('shows that a node does not exist', async () => {
    await renderApp('/clusters/checkout-prod-use1/nodes/ip-10-9-9-9');
    expect(await screen.findByText('Node not found')).toBeTruthy();
  });

  it('shows that a cluster is not registered', async () => {
    await renderApp('/clusters/nowhere/nodes/ip-1');
    expect(await screen.findByText('No cluster named nowhere is registered')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp(`/clusters/checkout-prod-use1/nodes/${node}`);
    await screen.findByText('No interruption notices.');
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the page of a NodeClaim', () => {
  it('shows its lifecycle and links its interruption notices', async () => {
    const { user, router } = await renderApp('/node-claims/ncl_failed', (world) => {
      const [warning] = world.interruptions;
      if (warning !== undefined) warning.nodeClaimId = 'ncl_failed';
    });
    expect(await screen.findByText(/AWS had insufficient capacity in 3 offerings/)).toBeTruthy();
    await user.click(await screen.findByRole('link', { name: 'Spot interruption' }));
    expect(router.state.location.pathname).toBe('/interruptions');
  });

  it('shows that it has no NodePool', async () => {
    await renderApp('/node-claims/ncl_failed', ({ claims }) => {
      for (const claim of [...claims.values()].flat()) claim.nodePool = null;
    });
    expect(await screen.findByText('No NodePool')).toBeTruthy();
  });

  it('shows that a NodeClaim does not exist', async () => {
    await renderApp('/node-claims/ncl_none');
    expect(await screen.findByText('NodeClaim not found')).toBeTruthy();
  });
});
