import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the decisions', () => {
  it('are listed with state, sentence and cost change', async () => {
    await renderApp('/decisions');
    const row = await screen.findByRole('row', {
      name: /Awaiting approval.*Remove 2 empty nodes/,
    });
    expect(within(row).getByText(/^−\$/)).toBeTruthy();
    expect(within(row).getByText(/expires/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /Observe only.*Remove 3 empty nodes/ })).toBeTruthy();
  });

  it('show a failed launch', async () => {
    await renderApp('/decisions');
    const row = await screen.findByRole('row', { name: /Launch failed: 5 nodes/ });
    expect(within(row).getByText('Failed')).toBeTruthy();
    expect(screen.queryByRole('row', { name: /Launch(ed)? 5 nodes/ })).toBeNull();
  });

  it('are filtered by state, and the filter is in the URL', async () => {
    const { user, router } = await renderApp('/decisions');
    await user.click(await screen.findByRole('radio', { name: 'Awaiting approval' }));
    expect(router.state.location.search).toMatchObject({ show: 'waiting' });
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  });

  it('open with Enter', async () => {
    const { user, router } = await renderApp('/decisions');
    await screen.findByRole('row', { name: /In progress/ });
    await user.keyboard('jj{Enter}');
    expect(router.state.location.pathname).toBe('/decisions/dec_empty_waiting');
  });

  it('are announced when they are new, instead of moving the list', async () => {
    const { user, world, notify } = await renderApp('/decisions');
    await screen.findByRole('row', { name: /In progress/ });
    const [first] = world.decisions;
    if (first !== undefined) {
      world.decisions.unshift({ ...first, id: 'dec_new', nodeCount: 9 });
    }
    notify({ topic: 'DECISION', clusterId: 'clu_1' });
    const button = await screen.findByRole('button', { name: 'Show 1 new' });
    expect(screen.queryByRole('row', { name: /Launch 9 nodes/ })).toBeNull();
    await user.click(button);
    expect(screen.getByRole('row', { name: /Launch 9 nodes/ })).toBeTruthy();
  });

  it('have an empty state', async () => {
    await renderApp('/decisions?show=waiting', (world) => {
      world.decisions.splice(0);
    });
    expect(await screen.findByText('No decisions awaiting approval')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp('/decisions');
    await screen.findByRole('row', { name: /In progress/ });
    expect(await axeViolations()).toEqual([]);
  });
});
