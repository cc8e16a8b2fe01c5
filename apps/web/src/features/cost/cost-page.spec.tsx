import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the cost now', () => {
  it('says what is not in the sum', async () => {
    await renderApp('/cost');
    expect(
      await screen.findByText(
        '1 node has no known price and is in no sum: the true cost is higher.',
      ),
    ).toBeTruthy();
  });

  it('has a table beside the chart, for each cut', async () => {
    const { user, router } = await renderApp('/cost');
    const clusters = await screen.findByRole('table', { name: 'Cost by cluster' });
    expect(within(clusters).getAllByRole('row')).toHaveLength(5);
    await user.click(screen.getByRole('radio', { name: 'Capacity type' }));
    expect(router.state.location.search).toMatchObject({ by: 'capacity' });
    const capacity = screen.getByRole('table', { name: 'Cost by capacity type' });
    expect(within(capacity).getByRole('rowheader', { name: 'spot' })).toBeTruthy();
  });

  it('tells the takeaway of the chart in words', async () => {
    await renderApp('/cost');
    expect(
      await screen.findByRole('figure', { name: /checkout-prod-use1 costs most/ }),
    ).toBeTruthy();
  });

  it('says so when nothing runs', async () => {
    await renderApp('/cost', (world) => {
      world.nodes.clear();
    });
    expect(await screen.findByText('No node runs, so nothing costs anything')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp('/cost?cluster=search-prod-euw1');
    await screen.findByRole('table', { name: 'Cost by nodepool' });
    expect(await axeViolations()).toEqual([]);
  });
});
