import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

const table = 'Interruptions, newest first';

describe('the interruptions', () => {
  it('show the number of draining nodes, and the outcome of each notice', async () => {
    await renderApp('/interruptions');
    expect(await screen.findByText('draining')).toBeTruthy();
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findByText('Pods lost')).toBeTruthy();
    expect(within(grid).getByText('1 min to spare')).toBeTruthy();
    expect(within(grid).getAllByText('Existing capacity')).toHaveLength(3);
  });

  it('open beside the table, with the pods that were not evicted', async () => {
    const { user, router } = await renderApp('/interruptions');
    const grid = await screen.findByRole('grid', { name: table });
    await user.click(await within(grid).findByText('Pods lost'));
    expect(router.state.location.search).toMatchObject({ open: 'int_clu_1_2' });
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByText(/orders-db-0/)).toBeTruthy();
    expect(within(panel).getByText('640 ms after receipt')).toBeTruthy();
  });

  it('are filtered by the URL', async () => {
    await renderApp('/interruptions?outcome=NOTED');
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findByText('Rebalance recommendation')).toBeTruthy();
    expect(within(grid).getAllByRole('row')).toHaveLength(2);
  });

  it('have an empty state', async () => {
    await renderApp('/interruptions?cluster=search-prod-euw1');
    expect(await screen.findByText('No interruption notices')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp('/interruptions?open=int_clu_1_2');
    await screen.findByText('640 ms after receipt');
    expect(await axeViolations()).toEqual([]);
  });
});
