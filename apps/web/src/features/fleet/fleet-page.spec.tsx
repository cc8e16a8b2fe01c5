import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAt } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { ClusterNamesDocument, FleetDocument, type FleetQuery } from '../../gql/graphql.js';
import { preferences } from '../../lib/browser/preferences.js';

type Cluster = FleetQuery['clusters']['nodes'][number];

/** The fleet with other fields of a cluster. */
const withCluster = (name: string, fields: Partial<Cluster>) => (recorded: FleetQuery) => ({
  ...recorded,
  clusters: {
    ...recorded.clusters,
    nodes: recorded.clusters.nodes.map((each) =>
      each.name === name ? { ...each, ...fields } : each,
    ),
  },
});

describe('the fleet page', () => {
  it('finds a cluster by a part of its name, in capitals or not', async () => {
    await renderApp('/?q=data-PROD', (api) => {
      api.answer(FleetDocument, withCluster('data-prod-euw1', { name: 'Data-Prod-EUW1' }));
    });
    expect(await screen.findByRole('row', { name: /Data-Prod-EUW1/ })).toBeTruthy();
    expect(screen.queryByRole('row', { name: /shop-prod-use1/ })).toBeNull();
  });

  it('shows cost, pending pods, approvals and problems', async () => {
    await renderApp('/');
    expect(await screen.findByText(/pending, oldest/)).toBeTruthy();
    expect(screen.getByText('decisions awaiting your approval')).toBeTruthy();
    expect(screen.getByText('of 4 clusters need attention')).toBeTruthy();
  });

  it('shows when a cluster without problems was last synced', async () => {
    const healthy = { state: 'CONNECTED', problem: null, changedAt: since } as const;
    await renderApp('/', (api) => {
      api.answer(
        FleetDocument,
        withCluster('data-prod-euw1', {
          attention: [],
          connection: {
            ...healthy,
            syncedAt: new Date(recordedAt.getTime() - 7_000).toISOString(),
          },
        }),
      );
    });
    const row = await screen.findByRole('row', { name: /data-prod-euw1/ });
    expect(row.textContent).toContain('Healthy, synced 7 s ago');
  });

  it('shows each cluster with mode, state and figures', async () => {
    await renderApp('/', (api) => {
      api.answer(FleetDocument, withCluster('data-prod-euw1', unreachable));
    });
    const row = await screen.findByRole('row', { name: /data-prod-euw1/ });
    expect(within(row).getByText('Unreachable')).toBeTruthy();
    expect(within(row).getByText('Observe')).toBeTruthy();
  });

  it('shows problems of a connected cluster, most urgent first', async () => {
    await renderApp('/', (api) => {
      api.answer(FleetDocument, (recorded) =>
        withCluster(
          'data-prod-euw1',
          unreachable,
        )(
          withCluster('shop-prod-use1', { attention: [] })(
            withCluster('shop-staging-use1', { attention: launchFailures })(recorded),
          ),
        ),
      );
    });
    const row = await screen.findByRole('row', { name: /shop-staging-use1/ });
    expect(within(row).getByText('Launch failures × 5')).toBeTruthy();
    expect(within(row).getByText(/\+ 1/)).toBeTruthy();
    expect(within(row).getByTitle(/Failed decisions × 2: .*last hour/)).toBeTruthy();
    expect(within(row).queryByText('Connected')).toBeNull();
    const calm = screen.getByRole('row', { name: /shop-prod-use1/ });
    expect(within(calm).getByText('Healthy')).toBeTruthy();
    const order = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
    const positions = ['Check failed', 'Unreachable', 'Launch failures', 'Healthy'].map((word) =>
      order.findIndex((text) => text.includes(word)),
    );
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions).not.toContain(-1);
  });

  it('shows the figures of a cluster that was never reached as unknown', async () => {
    await renderApp('/');
    const row = await screen.findByRole('row', { name: /legacy-apse1/ });
    expect(within(row).getAllByText('unknown').length).toBeGreaterThan(3);
  });

  it('opens a cluster with the keyboard alone', async () => {
    const { user, router } = await renderApp('/');
    await screen.findByRole('row', { name: /data-prod-euw1/ });
    await user.keyboard('jjj{Enter}');
    expect(router.state.location.pathname).toBe('/clusters/shop-prod-use1');
  });

  it('sorts by a column and keeps the order in the URL', async () => {
    const { user, router } = await renderApp('/');
    await screen.findByRole('row', { name: /data-prod-euw1/ });
    await user.click(screen.getByRole('button', { name: 'Nodes' }));
    expect(router.state.location.search).toMatchObject({ sort: '-nodes' });
    const head = screen.getByRole('columnheader', { name: 'Nodes' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    const [, first] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('shop-prod-use1');
  });

  it('offers to register a cluster when there is none', async () => {
    await renderApp('/', (api) => {
      api.answer(FleetDocument, (recorded) => ({
        ...recorded,
        clusters: { ...recorded.clusters, nodes: [] },
      }));
      api.answer(ClusterNamesDocument, ({ clusters }) => ({
        clusters: { ...clusters, nodes: [] },
      }));
    });
    expect(await screen.findByText('No clusters')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Register a cluster' })).toHaveLength(2);
  });

  it('shows an error with the request ID, and keeps the loaded data', async () => {
    const { api, notify } = await renderApp('/');
    await screen.findByRole('row', { name: /shop-prod-use1/ });
    api.fail(FleetDocument, 'The database is away.');
    notify({ topic: 'CLUSTER', clusterId: null });
    expect(await screen.findByText('Could not load the fleet.')).toBeTruthy();
    expect(screen.getByText(/The database is away/)).toBeTruthy();
    expect(screen.getByText('req_test')).toBeTruthy();
    const grid = screen.getByRole('grid', { name: 'Clusters' });
    expect(within(grid).getByRole('row', { name: /shop-prod-use1/ })).toBeTruthy();
  });

  it('refetches when a change is announced', async () => {
    const { api, notify } = await renderApp('/');
    await screen.findByRole('row', { name: /shop-staging-use1.*Auto/ });
    api.answer(FleetDocument, withCluster('shop-staging-use1', { mode: 'OBSERVE' }));
    notify({ topic: 'CLUSTER', clusterId: null });
    expect(await screen.findByRole('row', { name: /shop-staging-use1.*Observe/ })).toBeTruthy();
  });

  it('is free of axe violations, also in groups', async () => {
    await renderApp('/?group=account');
    await screen.findByRole('row', { name: /shop-prod-use1/ });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the order of the clusters', () => {
  it('says what waits in a cluster without problems, with a link to it', async () => {
    await renderApp('/');
    const row = await screen.findByRole('row', { name: /shop-prod-use1/ });
    const reason = within(row).getByRole('link', { name: 'To approve × 3' });
    expect(reason.getAttribute('href')).toBe('/decisions?cluster=shop-prod-use1&show=waiting');
    const other = screen.getByRole('row', { name: /data-prod-euw1/ });
    const pending = within(other).getByRole('link', { name: 'Pending pods × 8' });
    expect(pending.getAttribute('href')).toBe('/clusters/data-prod-euw1?tab=pending');
  });

  it('shows the most urgent of 200 clusters first, and of equally urgent ones the most expensive', async () => {
    await renderApp('/', (api) => {
      api.answer(FleetDocument, manyClusters);
    });
    const grid = await screen.findByRole('grid', { name: 'Clusters' });
    expect(grid.getAttribute('aria-rowcount')).toBe('201');
    expect(namesIn(grid).slice(0, 4)).toEqual([
      'cluster-120',
      'cluster-007',
      'cluster-199',
      'cluster-198',
    ]);
  });

  it('shows favorites first, and keeps them in the browser', async () => {
    const { user } = await renderApp('/');
    const grid = await screen.findByRole('grid', { name: 'Clusters' });
    const star = await screen.findByRole('button', { name: 'Show data-prod-euw1 first' });
    expect(namesIn(grid).at(-1)).toBe('data-prod-euw1');
    await user.click(star);
    expect(namesIn(grid)[0]).toBe('data-prod-euw1');
    expect(preferences().favoriteClusters).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Show data-prod-euw1 first' }));
    expect(namesIn(grid).at(-1)).toBe('data-prod-euw1');
  });

  it('groups the clusters of the URL by region, the group with the most urgent cluster first', async () => {
    const { user, router } = await renderApp('/?group=region');
    const grid = await screen.findByRole('grid', { name: 'Clusters' });
    const heads = await within(grid).findAllByRole('rowheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'ap-southeast-1 (1)',
      'us-east-1 (2)',
      'eu-west-1 (1)',
    ]);
    await user.keyboard('jj{Enter}');
    expect(router.state.location.pathname).toBe('/clusters/shop-staging-use1');
  });
});

describe('the groups of the clusters', () => {
  it('are of a tag of EKS that is chosen, and in the URL', async () => {
    const { user, router } = await renderApp('/');
    await user.click(await screen.findByRole('combobox', { name: 'Group clusters' }));
    await user.click(await screen.findByRole('option', { name: 'By tag environment' }));
    expect(router.state.location.search).toMatchObject({ group: 'tag:environment' });
    const grid = await screen.findByRole('grid', { name: 'Clusters' });
    const heads = await within(grid).findAllByRole('rowheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'No tag environment (1)',
      'environment: staging (1)',
      'environment: production (2)',
    ]);
  });
});

const since = recordedAt.toISOString();

const unreachable: Partial<Cluster> = {
  connection: {
    state: 'UNREACHABLE',
    problem: 'connect ETIMEDOUT 10.42.3.11:443',
    syncedAt: since,
    changedAt: since,
  },
  attention: [{ kind: 'UNREACHABLE', severity: 'BROKEN', count: 0, since, detail: null }],
};

/** 200 healthy clusters of rising cost, of which one is unreachable and one has a pending pod. */
function manyClusters(recorded: FleetQuery): FleetQuery {
  const [model] = recorded.clusters.nodes;
  if (!model?.summary) throw new TypeError('expected a known cluster');
  const { summary } = model;
  const nodes = Array.from({ length: 200 }, (_, index): Cluster => {
    const name = `cluster-${String(index).padStart(3, '0')}`;
    const price = String(index);
    return { ...model, id: `clu_${index}`, name, attention: [], summary: { ...summary, price } };
  });
  return {
    ...recorded,
    clusters: {
      ...recorded.clusters,
      nodes: nodes.map((cluster) => ({
        ...cluster,
        ...(cluster.name === 'cluster-120' ? unreachable : {}),
        ...(cluster.name === 'cluster-007' ? { attention: onePending } : {}),
      })),
    },
  };
}

const onePending: Cluster['attention'] = [
  { kind: 'PENDING_PODS', severity: 'WAITING', count: 1, since, detail: null },
];

const namesIn = (grid: HTMLElement): readonly string[] =>
  within(grid)
    .getAllByRole('link', { name: /^(cluster|data|legacy|shop)-/ })
    .map(({ textContent }) => textContent ?? '');

const launchFailures: Cluster['attention'] = [
  { kind: 'LAUNCH_FAILURES', severity: 'BROKEN', count: 5, since, detail: null },
  { kind: 'FAILED_DECISIONS', severity: 'DEGRADED', count: 2, since, detail: null },
];
