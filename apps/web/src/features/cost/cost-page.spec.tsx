import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the current cost', () => {
  it('shows which nodes are not included', async () => {
    await renderApp('/cost');
    expect(
      await screen.findByText(
        '1 node has an unknown price and is not included: the actual cost is higher.',
      ),
    ).toBeTruthy();
  });

  it('has a table beside the chart for each grouping', async () => {
    const { user, router } = await renderApp('/cost');
    const clusters = await screen.findByRole('table', { name: 'Cost by cluster' });
    expect(within(clusters).getAllByRole('row')).toHaveLength(5);
    await user.click(screen.getByRole('radio', { name: 'Capacity type' }));
    expect(router.state.location.search).toMatchObject({ by: 'capacity' });
    const capacity = screen.getByRole('table', { name: 'Cost by capacity type' });
    expect(within(capacity).getByRole('rowheader', { name: 'spot' })).toBeTruthy();
  });

  it('has a chart with a summary as its label', async () => {
    await renderApp('/cost');
    expect(
      await screen.findByRole('figure', { name: /^Highest cost: checkout-prod-use1/ }),
    ).toBeTruthy();
  });

  it('has an empty state', async () => {
    await renderApp('/cost', (world) => {
      world.nodes.clear();
    });
    expect(await screen.findByText('No running nodes')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp('/cost?cluster=search-prod-euw1');
    await screen.findByRole('table', { name: 'Cost by NodePool' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('cost over time', () => {
  it('shows month-to-date cost and forecast', async () => {
    await renderApp('/cost?view=history');
    expect(await screen.findByText('this month (UTC)')).toBeTruthy();
    expect(screen.getByText('month-end forecast')).toBeTruthy();
  });

  it('shows a summary, events and savings', async () => {
    await renderApp('/cost?view=history&range=7d');
    expect(await screen.findByRole('figure', { name: /; highest: / })).toBeTruthy();
    const legend = within(screen.getByRole('list', { name: 'Legend' }));
    expect(legend.getByText('checkout-prod-use1')).toBeTruthy();
    expect(legend.getByText(/^\d+ completed decisions$/)).toBeTruthy();
    expect(legend.getByText('4 interruption notices')).toBeTruthy();
    expect(legend.queryByText('no data')).toBeNull();
    const savings = screen.getByRole('table', { name: 'Savings by kind of decision' });
    expect(
      within(savings).getByRole('row', { name: /Consolidate.*\$0\.4100.*\$0\.3850/ }),
    ).toBeTruthy();
    expect(screen.getByText(/1 decision has an unknown price/)).toBeTruthy();
  });

  it('has a table of the chart', async () => {
    const { user } = await renderApp('/cost?view=history&range=7d&dimension=capacity');
    await user.click(await screen.findByText(/^The chart as a table/));
    const table = await screen.findByRole('table', { name: /Cost over time/ });
    expect(within(table).getByRole('columnheader', { name: 'spot' })).toBeTruthy();
  });

  it('is filtered by NodePool on click, until the filter is cleared', async () => {
    const { user, router } = await renderApp('/cost?view=history&dimension=pool&range=7d');
    await user.click(await screen.findByRole('link', { name: 'graviton' }));
    expect(router.state.location.search).toMatchObject({ pool: 'graviton' });
    await user.click(await screen.findByRole('button', { name: 'Clear NodePool filter' }));
    expect(router.state.location.search).not.toHaveProperty('pool');
  });

  it('is exported as CSV with all groups', async () => {
    const files: Blob[] = [];
    const createObjectURL = (file: Blob) => {
      files.push(file);
      return 'blob:none';
    };
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user } = await renderApp('/cost?view=history&range=7d');
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    const [head, first] = (await files[0]?.text())?.split('\r\n') ?? [];
    expect(head).toMatch(/^Bucket start \(UTC\),.*checkout-prod-use1/);
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT.*,\d+\.\d+/);
    vi.restoreAllMocks();
  });

  it('is free of axe violations', async () => {
    await renderApp('/cost?view=history&range=7d');
    await screen.findByRole('table', { name: 'Savings by kind of decision' });
    expect(await axeViolations()).toEqual([]);
  });
});
