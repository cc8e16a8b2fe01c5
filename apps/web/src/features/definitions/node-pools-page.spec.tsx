import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

const general = '/node-pools?open=checkout-prod-use1%2Fgeneral';

describe('the NodePools', () => {
  it('show usage against limits, findings and what may leave', async () => {
    await renderApp('/node-pools');
    const [row] = await screen.findAllByRole('row', { name: /memory checkout-prod-use1/ });
    expect(row && within(row).getByText('2 findings')).toBeTruthy();
    expect(row && within(row).getAllByText(/no limit/)).toHaveLength(2);
    expect(screen.getByRole('row', { name: /gpu batch-research-use1 Not ready/ })).toBeTruthy();
  });

  it('that are static show what they hold of what they want', async () => {
    await renderApp(general, (world) => {
      const pool = world.pools.find(({ name }) => name === 'general');
      if (pool !== undefined) Object.assign(pool, { replicas: 3, replicasHeld: 2 });
    });
    const [row] = await screen.findAllByRole('row', { name: /general checkout-prod-use1/ });
    expect(row && within(row).getByTitle(/^Static: 3 wanted, 2 held/).textContent).toBe('2 of 3');
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByText('3 wanted, 2 held')).toBeTruthy();
    expect(within(panel).getByText(/^never: it keeps its replicas/)).toBeTruthy();
    expect(within(panel).queryByText('Weight')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('say when their nodes do not come, and why', async () => {
    await renderApp(general, (world) => {
      const pool = world.pools.find(({ name }) => name === 'general');
      if (pool === undefined) return;
      Object.assign(pool.registrationHealth, {
        status: 'UNHEALTHY',
        failures: 2,
        lastFailureAt: pool.updatedAt,
        lastFailureDetail: 'UnauthorizedOperation',
      });
    });
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByText('Failing')).toBeTruthy();
    expect(within(panel).getByText(/^2 of the last 4 nodes did not join/)).toBeTruthy();
    expect(within(panel).getByText(/: UnauthorizedOperation$/)).toBeTruthy();
  });

  it('open with limits, budgets and settings', async () => {
    await renderApp(general);
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByRole('table', { name: 'Usage against limits' })).toBeTruthy();
    expect(within(panel).getByText('WhenEmptyOrUnderutilized after 1m')).toBeTruthy();
  });

  it('keep every revision with what it changed', async () => {
    const { user } = await renderApp(general);
    await user.click(await screen.findByRole('tab', { name: 'Revisions (2)' }));
    const diff = screen.getByRole('region', { name: 'Change of revision 2' });
    expect(diff.textContent).toContain('consolidateAfter: 30s');
    expect(diff.textContent).toContain('consolidateAfter: 1m');
    await user.click(screen.getAllByRole('button', { name: 'Show' })[1] ?? document.body);
    expect(screen.getByText('Revision 1 as it was first saved')).toBeTruthy();
  });

  it('cannot be changed here when the cluster owns them', async () => {
    await renderApp('/node-pools?open=checkout-prod-use1%2Fmemory');
    const edit = await screen.findByRole('button', { name: 'Edit the manifest' });
    expect(edit.getAttribute('aria-description')).toContain('checkout-prod-use1 owns it');
    expect(screen.getByText(/^Read-only: checkout-prod-use1 owns it/)).toBeTruthy();
  });

  it('are deleted only by their name', async () => {
    const { user, world } = await renderApp(general);
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    const button = screen.getByRole('button', { name: 'Delete NodePool general' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: /type its name/ }), 'general');
    const before = world.pools.length;
    await user.click(button);
    await waitFor(() => expect(world.pools).toHaveLength(before - 1));
  });

  it('say what to do when there is none', async () => {
    await renderApp('/node-pools', (world) => {
      world.pools.splice(0);
    });
    expect(await screen.findByText('There is no NodePool')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(general);
    await screen.findByRole('table', { name: 'Usage against limits' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the NodeClasses', () => {
  it('say why one is not ready', async () => {
    await renderApp('/node-classes?open=search-prod-euw1%2Fold-al2');
    const panel = await screen.findByRole('complementary', { name: 'old-al2' });
    expect(await within(panel).findByText(/AL2 ended with Kubernetes 1.32/)).toBeTruthy();
    expect(within(panel).getByText('None found.')).toBeTruthy();
  });

  it('show subnets with what is free, and images', async () => {
    await renderApp('/node-classes?open=checkout-prod-use1%2Fdefault');
    const panel = await screen.findByRole('complementary', { name: 'default' });
    const subnets = await within(panel).findByRole('table', { name: /Subnets/ });
    expect(within(subnets).getByText('4,012')).toBeTruthy();
    expect(within(panel).getByText('deprecated')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });
});
