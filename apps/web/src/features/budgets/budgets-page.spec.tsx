import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAt } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { DisruptionBudgetsDocument } from '../../gql/graphql.js';

const hourMs = 3_600_000;

describe('the disruption budgets', () => {
  it('show allowed disruptions, the limiting budget and when it changes', async () => {
    await renderApp('/budgets?cluster=shop-prod-use1', (api) => {
      // Whether a schedule is active depends on the hour of the recording.
      api.answer(DisruptionBudgetsDocument, ({ disruptionBudgets }) => ({
        disruptionBudgets: {
          ...disruptionBudgets,
          budgets: disruptionBudgets.budgets.map((budget) =>
            budget.nodePool === 'static' ? { ...budget, ...blockedForThreeHours } : budget,
          ),
        },
      }));
    });
    const row = await screen.findByRole('row', { name: /static/ });
    expect(within(row).getByText(/^0 of/)).toBeTruthy();
    expect(within(row).getByText('Budget 2: 0 nodes, Mon–Fri from 09:00 UTC for 8h')).toBeTruthy();
    expect(within(row).getByText(/in 2 h 59 m|in 3 h/)).toBeTruthy();
  });

  it('show that no schedule changes them', async () => {
    await renderApp('/budgets?cluster=shop-prod-use1');
    const row = await screen.findByRole('row', { name: /memory/ });
    expect(within(row).getByText('Budget 1: 0 nodes')).toBeTruthy();
    expect(within(row).getByText('No scheduled end')).toBeTruthy();
  });

  it('have views and a choice of columns', async () => {
    const { user } = await renderApp('/budgets');
    await user.click(await screen.findByRole('button', { name: 'Choose columns' }));
    expect(await screen.findByRole('checkbox', { name: 'Limiting budget' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Saved views' })).toBeTruthy();
  });

  it('say that no NodePool matches a filter, instead of that there is none', async () => {
    await renderApp('/budgets?q=nowhere');
    expect(await screen.findByText('No NodePool matches “nowhere”')).toBeTruthy();
    expect(screen.queryByText(/Create a NodePool first/)).toBeNull();
  });

  it('open the NodePool of a row by keyboard', async () => {
    const { user, router } = await renderApp('/budgets?cluster=shop-prod-use1&q=STATIC');
    const [row] = await screen.findAllByRole('row', { name: /static/ });
    row?.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/node-pools'));
    expect(router.state.location.search).toEqual({ open: 'shop-prod-use1/static' });
  });

  it('are free of axe violations', async () => {
    await renderApp('/budgets');
    await screen.findByText(/disruption blocked for/);
    expect(await axeViolations()).toEqual([]);
  });
});

const blockedForThreeHours = {
  nodes: 20,
  disrupting: 2,
  allowed: 0,
  limitingBudget: { index: 1, nodes: '0', schedule: '0 9 * * 1-5', duration: '8h', reasons: [] },
  changesAt: new Date(recordedAt.getTime() + 3 * hourMs).toISOString(),
};
