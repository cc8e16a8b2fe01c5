import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import { SpotPoolsDocument } from '../../../gql/graphql.js';

const dayMs = 86_400_000;
const table = 'Spot pools';

describe('the spot pools', () => {
  it('are chosen on the page of interruptions, for the last seven days', async () => {
    const { user, api, router } = await renderApp('/interruptions');
    await user.click(await screen.findByRole('radio', { name: 'Spot pools' }));
    const rows = within(await screen.findByRole('grid', { name: table }));
    const first = await rows.findByRole('row', { name: /c5.large us-east-1b 5 0 unknown/ });
    expect(within(first).getAllByText('unknown')).toHaveLength(3);
    expect(rows.getByRole('row', { name: /m5.large us-east-1a 2 1 25% of 8/ })).toBeTruthy();
    expect(router.state.location.search).toEqual({ view: 'spot-pools' });
    const [{ from, to } = { from: '', to: '' }] = api.sent(SpotPoolsDocument);
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * dayMs);
  });

  it('say which one has most nodes now, without a share that is unknown', async () => {
    await renderApp('/interruptions?view=spot-pools&period=30d');
    expect(
      await screen.findByText(
        /m5\.large in us-east-1a has 75% of the spot nodes and 90% of their pods\./,
      ),
    ).toBeTruthy();
    const csv = await screen.findByRole('link', { name: 'Download CSV' });
    expect(csv.getAttribute('href')).toMatch(/^\/api\/v1\/interruptions\/spot-pools\?from=/);
    expect(await axeViolations()).toEqual([]);
  });

  it('say that there are none', async () => {
    await renderApp('/interruptions?view=spot-pools', (api) => {
      api.answer(SpotPoolsDocument, () => ({ spotPools: [] }));
    });
    expect(await screen.findByText('No spot pools')).toBeTruthy();
    expect(screen.getByText('No spot nodes run now.')).toBeTruthy();
  });
});
