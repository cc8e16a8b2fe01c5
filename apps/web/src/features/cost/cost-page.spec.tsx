import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  CostAllocationDocument,
  type CostCause,
  CostHistoryDocument,
  CostNowDocument,
  CostReportDocument,
} from '../../gql/graphql.js';

describe('the current cost', () => {
  it('shows which nodes are not included', async () => {
    await renderApp('/cost', (api) => {
      api.answer(CostNowDocument, ({ costNow }) => ({ costNow: { ...costNow, unpricedNodes: 1 } }));
    });
    expect(
      await screen.findByText(
        '1 node has an unknown price and is not included: the actual cost is higher.',
      ),
    ).toBeTruthy();
  });

  it('has a table beside the chart for each grouping', async () => {
    const { user, router } = await renderApp('/cost');
    const clusters = await screen.findByRole('table', { name: 'Cost by cluster' });
    expect(within(clusters).getAllByRole('row')).toHaveLength(4);
    await user.click(screen.getByRole('radio', { name: 'Capacity type' }));
    expect(router.state.location.search).toMatchObject({ by: 'capacity' });
    const capacity = screen.getByRole('table', { name: 'Cost by capacity type' });
    expect(within(capacity).getByRole('rowheader', { name: 'spot' })).toBeTruthy();
  });

  it('has a chart with a summary as its label', async () => {
    await renderApp('/cost');
    expect(
      await screen.findByRole('figure', { name: /^Highest cost: data-prod-euw1/ }),
    ).toBeTruthy();
  });

  it('has an empty state', async () => {
    await renderApp('/cost', (api) => {
      api.answer(CostNowDocument, ({ costNow: { asOf } }) => ({
        costNow: {
          asOf,
          total: '0',
          nodes: 0,
          unpricedNodes: 0,
          spotSaving: { nodes: 0, unpricedNodes: 0, saving: null },
          byCluster: [],
          byNodePool: [],
          byInstanceType: [],
          byCapacityType: [],
        },
      }));
    });
    expect(await screen.findByText('No running nodes')).toBeTruthy();
  });

  it('is filtered by team, in the URL', async () => {
    const { user, router, api } = await renderApp('/cost');
    await user.click(await screen.findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'web' }));
    expect(router.state.location.search).toMatchObject({ team: 'web' });
    await waitFor(() => expect(api.sent(CostNowDocument).at(-1)).toMatchObject({ teams: ['web'] }));
    expect(await screen.findByText(/lower bound of the cost is computed for whole/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Over time' }));
    await waitFor(() =>
      expect(api.sent(CostHistoryDocument).at(-1)).toMatchObject({ filter: { teams: ['web'] } }),
    );
    expect(await screen.findByText(/^Savings are of all nodes/)).toBeTruthy();
  });

  it('names the team that has no nodes', async () => {
    await renderApp('/cost?team=web', (api) => {
      api.answer(CostNowDocument, ({ costNow }) => ({ costNow: { ...costNow, nodes: 0 } }));
    });
    expect(await screen.findByText('Team web has no running nodes')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp('/cost?cluster=shop-staging-use1');
    await screen.findByRole('table', { name: 'Cost by NodePool' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the current cost by what pods belong to', () => {
  it('has the idle rest as a row of its own, and unknown prices as unknown', async () => {
    await renderApp('/cost?by=namespace', (api) => {
      api.answer(CostAllocationDocument, ({ costAllocation }) => ({
        costAllocation: {
          ...costAllocation,
          shares: costAllocation.shares.map((share) =>
            share.key === 'data' ? { ...share, unpricedPods: share.pods, price: '0' } : share,
          ),
        },
      }));
    });
    const table = await screen.findByRole('table', { name: 'Cost by namespace' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Namespace', 'Pods', '$/h', '$/month', 'Share'],
      ['shop', '24', '$0.80', '$584', '50.0%'],
      ['data', '6', 'unknown', '–', '–'],
      ['No namespace', '3', '$0.10', '$73.00', '6.3%'],
      ['Idle: requested by no pod', '–', '$0.40', '$292', '25.0%'],
    ]);
    expect(screen.getByText(/all rows add up to the cost of the nodes/)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('leads from a namespace to its owners, and from an owner to its pods', async () => {
    const { user, router, api } = await renderApp('/cost?by=namespace');
    await user.click(await screen.findByRole('link', { name: 'shop' }));
    expect(router.state.location.search).toEqual({ by: 'owner', of: 'namespace', key: 'shop' });
    const table = await screen.findByRole('table', { name: 'Cost by owner' });
    expect(api.sent(CostAllocationDocument).at(-1)).toMatchObject({
      by: 'OWNER',
      of: 'NAMESPACE',
      key: 'shop',
    });
    expect(within(table).getByRole('link', { name: 'Deployment web' }).getAttribute('href')).toBe(
      '/clusters/shop-staging-use1/owners/shop/Deployment/web',
    );
    expect(within(table).getByText('Pods without an owner', { exact: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Show all pods/ }));
    expect(router.state.location.search).toEqual({ by: 'owner' });
  });

  it('is grouped by a label that the viewer names', async () => {
    const { user, router, api } = await renderApp('/cost?by=label');
    const input = await screen.findByRole('textbox', { name: 'Label' });
    await waitFor(() =>
      expect(api.sent(CostAllocationDocument).at(-1)).toMatchObject({ by: 'LABEL', label: 'app' }),
    );
    await user.clear(input);
    await user.type(input, 'te/{Enter}');
    expect(screen.getByText(/^Enter the key of a label/)).toBeTruthy();
    await user.clear(input);
    await user.type(input, 'team{Enter}');
    expect(router.state.location.search).toEqual({ by: 'label', label: 'team' });
    await waitFor(() =>
      expect(api.sent(CostAllocationDocument).at(-1)).toMatchObject({ label: 'team' }),
    );
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/api/v1/cost/allocation?by=LABEL&label=team&groups=1000&format=csv',
    );
    expect(await screen.findByRole('link', { name: 'Without the label' })).toBeTruthy();
  });
});

describe('the saving of Spot nodes', () => {
  it('is a figure with its rule', async () => {
    await renderApp('/cost');
    expect(await screen.findByText('saved by Spot')).toBeTruthy();
    expect(screen.getByText('$4.022/h')).toBeTruthy();
    expect(
      screen.getByText(/difference to the on-demand prices of the same instance/),
    ).toBeTruthy();
  });

  it('is unknown without both prices, and says how many nodes it leaves out', async () => {
    await renderApp('/cost', (api) => {
      api.answer(CostNowDocument, ({ costNow }) => ({
        costNow: { ...costNow, spotSaving: { nodes: 2, unpricedNodes: 2, saving: null } },
      }));
    });
    expect((await screen.findByText('saved by Spot')).parentElement?.textContent).toMatch(
      /unknown/,
    );
    expect(screen.getByText(/2 Spot nodes without both prices are left out\./)).toBeTruthy();
  });
});

describe('the cost compared with its lower bound', () => {
  it('says how much can be saved at most, and what holds it back', async () => {
    await renderApp('/cost');
    expect(
      await screen.findByText(
        /^18 managed nodes cost \$1\.608\/h; no arrangement of 58 pods costs less than \$0\.8516\/h: at most \$0\.7567\/h \(47%\) can be saved\./,
      ),
    ).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Why the cost is above the lower bound' });
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['PodDisruptionBudgets', 'consolidateAfter', 'In transition', 'Not held back']);
    expect(within(table).getByText(/default\/payments in shop-staging-use1/)).toBeTruthy();
    const parts = screen.getByRole('table', { name: 'What the lower bound includes' });
    expect(within(parts).getByRole('rowheader', { name: 'DaemonSets' })).toBeTruthy();
    expect(within(parts).getByText('karpenter.sh/capacity-type')).toBeTruthy();
  });

  it('names pods that no new node could run, and the time before the first analysis', async () => {
    await renderApp('/cost', (api) => {
      api.answer(CostReportDocument, ({ costReport }) => ({
        costReport: { ...costReport, unboundedPods: 2 },
      }));
    });
    expect(await screen.findByText(/^2 pods could run on no new node/)).toBeTruthy();
    cleanup();
    await renderApp('/cost', (api) => {
      api.answer(CostReportDocument, ({ costReport }) => ({
        costReport: { ...costReport, asOf: null, nodes: 0, causes: [] },
      }));
    });
    expect(await screen.findByText(/^The cost has not been analyzed yet/)).toBeTruthy();
  });

  it('names the parts that are not computed', async () => {
    const unmeasuredCauses: CostCause[] = ['MIN_SAVING', 'SPOT_TO_SPOT'];
    await renderApp('/cost', (api) => {
      api.answer(CostReportDocument, ({ costReport }) => ({
        costReport: { ...costReport, unmeasuredCauses },
      }));
    });
    expect(
      await screen.findByText(/^Not computed now: Minimum savings, Spot-to-spot consolidation\./),
    ).toBeTruthy();
  });

  it('is shown on the fleet page with a link to the causes', async () => {
    await renderApp('/');
    expect(
      (await screen.findByRole('link', { name: /can be saved at most/ })).getAttribute('href'),
    ).toBe('/cost');
  });
});

describe('cost over time', () => {
  it('shows month-to-date cost and forecast', async () => {
    await renderApp('/cost?view=history');
    expect(await screen.findByText('this month (UTC)')).toBeTruthy();
    expect(screen.getByText('month-end forecast')).toBeTruthy();
  });

  it('shows a summary, events and savings', async () => {
    await renderApp('/cost?view=history&range=7d', (api) => {
      api.answer(CostHistoryDocument, (recorded) => ({
        ...recorded,
        costSeries: {
          ...recorded.costSeries,
          measuredMs: recorded.costSeries.buckets.map(() => recorded.costSeries.bucketMs),
        },
        savings,
        unusedAnticipation: { nodes: 3, unpricedNodes: 1, cost: '1.25' },
      }));
    });
    expect(await screen.findByRole('figure', { name: /; highest: / })).toBeTruthy();
    const legend = within(screen.getByRole('list', { name: 'Legend' }));
    expect(legend.getByText('shop-prod-use1')).toBeTruthy();
    expect(legend.getByText(/^\d+ completed decisions$/)).toBeTruthy();
    expect(legend.getByText(/^\d+ interruption notices$/)).toBeTruthy();
    expect(legend.queryByText('no data')).toBeNull();
    const table = screen.getByRole('table', { name: 'Savings by kind of decision' });
    expect(
      within(table).getByRole('row', { name: /Consolidate.*\$0\.4100.*\$0\.3850/ }),
    ).toBeTruthy();
    expect(screen.getByText(/1 decision has an unknown price/)).toBeTruthy();
    expect(
      screen.getByText(
        /^3 nodes were launched for expected pods that never came: \$1\.25, without/,
      ),
    ).toBeTruthy();
  });

  it.each([
    [0.004, 'Less than 0.1 node-hours have'],
    [12.34, '12.3 node-hours have'],
  ])('says how much of it is unknown: %d node-hours', async (unpricedNodeHours, text) => {
    await renderApp('/cost?view=history&range=7d', (api) => {
      api.answer(CostHistoryDocument, (recorded) => ({
        ...recorded,
        costSeries: { ...recorded.costSeries, unpricedNodeHours },
      }));
    });
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy();
  });

  it('says since when there is data', async () => {
    await renderApp('/cost?view=history&range=7d');
    expect(await screen.findByText(/Costs before that are unknown/)).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('no data')).toBeTruthy();
  });

  it('has a table of the chart', async () => {
    const { user } = await renderApp('/cost?view=history&range=7d&dimension=capacity');
    await user.click(await screen.findByText(/^The chart as a table/));
    const table = await screen.findByRole('table', { name: /Cost over time/ });
    expect(within(table).getByRole('columnheader', { name: 'spot' })).toBeTruthy();
  });

  it('is filtered by NodePool on click, until the filter is cleared', async () => {
    const { user, router } = await renderApp('/cost?view=history&dimension=pool');
    await user.click(await screen.findByRole('link', { name: 'general' }));
    expect(router.state.location.search).toMatchObject({ pool: 'general' });
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
    const [head, ...rows] = (await files[0]?.text())?.trimEnd().split('\r\n') ?? [];
    expect(head).toMatch(/^Bucket start \(UTC\),.*shop-prod-use1/);
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT.*,\d+\.\d+/);
    vi.restoreAllMocks();
  });

  it('is free of axe violations', async () => {
    await renderApp('/cost?view=history&range=7d', (api) => {
      api.answer(CostHistoryDocument, (answer) => ({ ...answer, savings }));
    });
    await screen.findByRole('table', { name: 'Savings by kind of decision' });
    expect(await axeViolations()).toEqual([]);
  });
});

const savings = [
  {
    kind: 'CONSOLIDATE' as const,
    decisions: 3,
    estimated: '0.41',
    achieved: '0.385',
    unpricedDecisions: 1,
    saved: '5.12',
  },
  {
    kind: 'EMPTY' as const,
    decisions: 9,
    estimated: '1.2',
    achieved: '1.2',
    unpricedDecisions: 0,
    saved: '18.44',
  },
];
