import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the disruption budgets', () => {
  it('say what is allowed now, by which rule and until when', async () => {
    await renderApp('/budgets?cluster=checkout-prod-use1');
    const row = await screen.findByRole('row', { name: /graviton/ });
    expect(within(row).getByText(/^none of/)).toBeTruthy();
    expect(within(row).getByText('budget 2: 0 nodes, Mon–Fri from 09:00 UTC for 8h')).toBeTruthy();
    expect(within(row).getByText(/in 2 h 59 m|in 3 h/)).toBeTruthy();
  });

  it('say when the clock alone changes nothing', async () => {
    await renderApp('/budgets?cluster=checkout-prod-use1');
    const row = await screen.findByRole('row', { name: /memory/ });
    expect(within(row).getByText('no end by the clock')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp('/budgets');
    await screen.findByText(/may lose no node now/);
    expect(await axeViolations()).toEqual([]);
  });
});
