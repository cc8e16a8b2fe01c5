import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

const table = 'Interruptions, newest first';

describe('the interruptions', () => {
  it('say what drains now, and what a warning cost', async () => {
    await renderApp('/interruptions');
    expect(await screen.findByText('node drains now')).toBeTruthy();
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findByText('Pods lost')).toBeTruthy();
    expect(within(grid).getByText('1 min to spare')).toBeTruthy();
    expect(within(grid).getAllByText('room on other nodes')).toHaveLength(3);
  });

  it('open beside the table: what was done, and which pods went down', async () => {
    const { user, router } = await renderApp('/interruptions');
    const grid = await screen.findByRole('grid', { name: table });
    await user.click(await within(grid).findByText('Pods lost'));
    expect(router.state.location.search).toMatchObject({ open: 'int_clu_1_2' });
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByText(/orders-db-0/)).toBeTruthy();
    expect(within(panel).getByText('640 ms after that')).toBeTruthy();
  });

  it('are filtered from the URL', async () => {
    await renderApp('/interruptions?outcome=NOTED');
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findByText('Rebalance recommended')).toBeTruthy();
    expect(within(grid).getAllByRole('row')).toHaveLength(2);
  });

  it('say so when there are none, and how warnings would come', async () => {
    await renderApp('/interruptions?cluster=search-prod-euw1');
    expect(await screen.findByText('AWS has warned of nothing')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp('/interruptions?open=int_clu_1_2');
    await screen.findByText('640 ms after that');
    expect(await axeViolations()).toEqual([]);
  });
});
