import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAt } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import { BudgetCalendarDocument, SetPauseDocument } from '../../../gql/graphql.js';
import { endOfWeek, weekOf } from '../../../lib/format/week.js';

const days = weekOf(recordedAt.getTime(), 'utc');
const iso = (at: number): string => new Date(at).toISOString();
const table = 'Disruption budgets of the week';

describe('the week of disruption budgets', () => {
  it('is chosen on the page, and asks for the week from Monday', async () => {
    const { user, api, router } = await renderApp('/budgets');
    await user.click(await screen.findByRole('radio', { name: 'Week' }));
    await screen.findByRole('grid', { name: table });
    expect(router.state.location.search).toEqual({ view: 'week' });
    await screen.findByRole('row', { name: /general/ });
    const week = { from: iso(days[0]), to: iso(endOfWeek(days)) };
    expect(api.sent(BudgetCalendarDocument)).toMatchObject([week]);
    const csv = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href') ?? '';
    expect(csv).toMatch(/^\/api\/v1\/disruption-budgets\/calendar\?from=.*&to=.*&format=csv$/);
    await user.click(screen.getByRole('button', { name: 'Next week' }));
    await screen.findByRole('row', { name: /general/ });
    expect(api.sent(BudgetCalendarDocument).at(-1)).toMatchObject({ from: week.to });
    await user.click(screen.getByRole('button', { name: 'Previous week' }));
    expect(router.state.location.search).toMatchObject({ week: iso(days[6] ?? 0).slice(0, 10) });
  });

  it('has a row for reasons with the same budgets, with the blocked times in words', async () => {
    await renderApp('/budgets?view=week');
    const grid = within(await screen.findByRole('grid', { name: table }));
    const general = within(await grid.findByRole('row', { name: /general/ }));
    expect(general.getByText('Any reason')).toBeTruthy();
    const band = general.getByRole('img');
    expect(band.getAttribute('aria-label')).toMatch(
      /^Blocked Mon \d+ \w+ 00:00 – Mon \d+ \w+ 12:00, Tue/,
    );
    expect(within(band).getAllByText('0')).toHaveLength(7);
    expect(within(band).getAllByText('2')).toHaveLength(7);
    const unhealthy = within(grid.getByRole('row', { name: /open .*Unhealthy/ }));
    expect(unhealthy.getByText('Limited: No budget names it: 10% of nodes')).toBeTruthy();
  });

  it('says what limits a row now: a pause of its reasons, or a field that cannot be read', async () => {
    await renderApp('/budgets?view=week');
    const paused = await screen.findByRole('row', { name: /open .*Drifted/ });
    expect(within(paused).getByText('Consolidation paused by ada: the sale')).toBeTruthy();
    const refused = await screen.findByRole('row', { name: /refused/ });
    expect(
      within(refused).getByText(
        'Blocked: Cannot be read: spec.disruption.budgets[0].schedule is no schedule',
      ),
    ).toBeTruthy();
  });

  it('opens a row by keyboard, with a link from each interval to the budget in the editor', async () => {
    const { user } = await renderApp('/budgets?view=week');
    const row = await screen.findByRole('row', { name: /general/ });
    row.focus();
    await user.keyboard('{Enter}');
    const panel = within(await screen.findByRole('complementary', { name: 'NodePool general' }));
    expect(panel.getByRole('rowheader', { name: /^Mon .* 00:00 – Mon .* 12:00$/ })).toBeTruthy();
    const [link] = panel.getAllByRole('link', { name: 'Edit budget 2' });
    const { searchParams } = new URL(link?.getAttribute('href') ?? '', 'http://here');
    expect(Object.fromEntries(searchParams)).toEqual({
      cluster: 'shop-prod-use1',
      edit: 'NodePool/general',
      field: 'spec.disruption.budgets[1]',
    });
    expect(await axeViolations()).toEqual([]);
  });

  it('offers a pause of the NodePool until the end of an interval that is not over', async () => {
    const { user, api } = await renderApp('/budgets?view=week&open=shop-prod-use1%2Fopen%2FEMPTY');
    const panel = within(await screen.findByRole('complementary', { name: 'NodePool open' }));
    await user.click(panel.getByRole('button', { name: /^Pause until Mon .* 00:00…$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause changes' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'the sale');
    await user.click(dialog.getByRole('button', { name: 'Pause disruption' }));
    expect(api.sent(SetPauseDocument)).toMatchObject([
      {
        input: {
          scope: { kind: 'NODE_POOL', clusterId: 'clu_1', nodePool: 'open' },
          expiresAt: iso(endOfWeek(days)),
        },
      },
    ]);
  });

  it('shows the maintenance windows of decisions, and the field to fix', async () => {
    await renderApp('/budgets?view=week&open=shop-prod-use1%2Frefused%2FEMPTY');
    const panel = within(await screen.findByRole('complementary', { name: 'NodePool refused' }));
    expect(panel.getByRole('link', { name: 'Fix in the editor' }).getAttribute('href')).toContain(
      'spec.disruption.budgets%5B0%5D.schedule',
    );
    expect(panel.queryByRole('link', { name: /^Edit budget/ })).toBeNull();
  });

  it('says that no NodePool matches a filter', async () => {
    await renderApp('/budgets?view=week&q=nowhere');
    expect(await screen.findByText('No NodePool matches “nowhere”')).toBeTruthy();
  });
});
