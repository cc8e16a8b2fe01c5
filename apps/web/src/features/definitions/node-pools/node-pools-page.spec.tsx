import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';

const general = '/node-pools?open=checkout-prod-use1%2Fgeneral';

describe('the NodePools', () => {
  it('show limits, findings and allowed disruptions', async () => {
    await renderApp('/node-pools');
    const [row] = await screen.findAllByRole('row', { name: /memory checkout-prod-use1/ });
    expect(row && within(row).getByText('2 findings')).toBeTruthy();
    expect(row && within(row).getAllByText(/no limit/)).toHaveLength(2);
    expect(screen.getByRole('row', { name: /gpu batch-research-use1 Not ready/ })).toBeTruthy();
  });

  it('show present and required replicas if they are static', async () => {
    await renderApp(general, (world) => {
      const pool = world.pools.find(({ name }) => name === 'general');
      if (pool !== undefined) Object.assign(pool, { replicas: 3, replicasHeld: 2 });
    });
    const [row] = await screen.findAllByRole('row', { name: /general checkout-prod-use1/ });
    expect(row && within(row).getByTitle(/^Static: 3 required, 2 present/).textContent).toBe(
      '2 of 3',
    );
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByText('3 required, 2 present')).toBeTruthy();
    expect(within(panel).getByText(/^Never: a static NodePool/)).toBeTruthy();
    expect(within(panel).queryByText('Weight')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('show failed registrations with the reason', async () => {
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
    expect(within(panel).getByText(/^2 of the last 4 registrations failed/)).toBeTruthy();
    expect(within(panel).getByText(/: UnauthorizedOperation$/)).toBeTruthy();
  });

  it('open in a panel with limits, budgets and settings', async () => {
    await renderApp(general);
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByRole('table', { name: 'Limits' })).toBeTruthy();
    expect(within(panel).getByText('WhenEmptyOrUnderutilized after 1m')).toBeTruthy();
  });

  it('show every revision with its changes', async () => {
    const { user } = await renderApp(general);
    await user.click(await screen.findByRole('tab', { name: 'Revisions (2)' }));
    const diff = screen.getByRole('region', { name: 'Change of revision 2' });
    expect(diff.textContent).toContain('consolidateAfter: 30s');
    expect(diff.textContent).toContain('consolidateAfter: 1m');
    await user.click(screen.getAllByRole('button', { name: 'Show' })[1] ?? document.body);
    expect(screen.getByText('Revision 1 (first)')).toBeTruthy();
  });

  it('are read-only when managed in the cluster', async () => {
    await renderApp('/node-pools?open=checkout-prod-use1%2Fmemory');
    const edit = await screen.findByRole('button', { name: 'Edit manifest' });
    expect(edit.getAttribute('aria-description')).toContain(
      'Managed in cluster checkout-prod-use1',
    );
    expect(screen.getByText(/^Read-only. Managed in cluster checkout-prod-use1/)).toBeTruthy();
  });

  it('are deleted only after their name is typed', async () => {
    const { user, world } = await renderApp(general);
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    const button = screen.getByRole('button', { name: 'Delete NodePool general' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: /^Type the name/ }), 'general');
    const before = world.pools.length;
    await user.click(button);
    await waitFor(() => expect(world.pools).toHaveLength(before - 1));
  });

  it('have an empty state', async () => {
    await renderApp('/node-pools', (world) => {
      world.pools.splice(0);
    });
    expect(await screen.findByText('No NodePools')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(general);
    await screen.findByRole('table', { name: 'Limits' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the EC2NodeClasses', () => {
  it('show why one of them is not ready', async () => {
    await renderApp('/node-classes?open=search-prod-euw1%2Fold-al2');
    const panel = await screen.findByRole('complementary', { name: 'old-al2' });
    expect(await within(panel).findByText(/AL2 ended with Kubernetes 1.32/)).toBeTruthy();
    expect(within(panel).getByText('No AMIs found.')).toBeTruthy();
  });

  it('show subnets with free addresses, and AMIs', async () => {
    await renderApp('/node-classes?open=checkout-prod-use1%2Fdefault');
    const panel = await screen.findByRole('complementary', { name: 'default' });
    const subnets = await within(panel).findByRole('table', { name: /Subnets/ });
    expect(within(subnets).getByText('4,012')).toBeTruthy();
    expect(within(panel).getByText('deprecated')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });
});
