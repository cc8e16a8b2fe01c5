import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the disruption budgets', () => {
  it('show allowed disruptions, the limiting budget and when it changes', async () => {
    await renderApp('/budgets?cluster=checkout-prod-use1');
    const row = await screen.findByRole('row', { name: /graviton/ });
    expect(within(row).getByText(/^0 of/)).toBeTruthy();
    expect(within(row).getByText('Budget 2: 0 nodes, Mon–Fri from 09:00 UTC for 8h')).toBeTruthy();
    expect(within(row).getByText(/in 2 h 59 m|in 3 h/)).toBeTruthy();
  });

  it('show that no schedule changes them', async () => {
    await renderApp('/budgets?cluster=checkout-prod-use1');
    const row = await screen.findByRole('row', { name: /memory/ });
    expect(within(row).getByText('No scheduled end')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp('/budgets');
    await screen.findByText(/disruption blocked for/);
    expect(await axeViolations()).toEqual([]);
  });
});
