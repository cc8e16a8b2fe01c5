import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAt } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  type IncidentFieldsFragment,
  ObjectIncidentsDocument,
  RecentIncidentsDocument,
} from '../../gql/graphql.js';

const minutesAgo = (minutes: number): string =>
  new Date(recordedAt.getTime() - minutes * 60_000).toISOString();

const incident = (fields: Partial<IncidentFieldsFragment> = {}): IncidentFieldsFragment => ({
  id: 'inc_1',
  clusterName: 'shop-prod-use1',
  kind: 'LAUNCH_FAILURES',
  severity: 'CRITICAL',
  object: 'NodePool/general',
  objects: ['NodePool/general'],
  cause: '3 launches of NodePool general failed in a row.',
  remedy: 'Fix the EC2NodeClass.',
  startedAt: minutesAgo(12),
  endedAt: null,
  ...fields,
});
const jump = incident({
  id: 'inc_2',
  clusterName: 'shop-staging-use1',
  kind: 'SPEND_JUMP',
  severity: 'WARNING',
  object: 'Cluster/shop-staging-use1',
  cause: 'The nodes cost $4.000 per hour.',
  startedAt: minutesAgo(3),
});
const closed = incident({ id: 'inc_3', startedAt: minutesAgo(90), endedAt: minutesAgo(70) });

const listOf = (nodes: readonly IncidentFieldsFragment[], totalCount = nodes.length) => ({
  nodes,
  totalCount,
});

const render = (path: string, nodes: readonly IncidentFieldsFragment[], unlisted = 0) =>
  renderApp(path, (api) => {
    const open = nodes.filter(({ endedAt }) => endedAt === null);
    api.answer(RecentIncidentsDocument, () => ({
      open: listOf(open, open.length + unlisted),
      closed: listOf(nodes.filter(({ endedAt }) => endedAt !== null)),
    }));
    api.answer(ObjectIncidentsDocument, () => ({ incidents: { nodes: open } }));
  });

describe('incidents on the pages of the fleet and of a cluster', () => {
  it('are listed with the critical ones first, cause and fix, and closed ones folded', async () => {
    await render('/', [closed, jump, incident()]);
    const section = await screen.findByRole('region', { name: '2 open incidents' });
    const [, first, second] = within(section).getAllByRole('row');
    expect(first?.textContent).toContain('Launch failures');
    expect(first?.textContent).toContain('12 min');
    expect(first?.textContent).toContain('How to fix: Fix the EC2NodeClass.');
    expect(second?.textContent).toContain('The nodes cost $4.000 per hour.');
    const [link] = within(section).getAllByRole('link', { name: 'NodePool/general' });
    expect(link?.getAttribute('href')).toContain('shop-prod-use1');
    const summary = within(section).getByText('1 incident closed in the last 7 days');
    expect(summary.closest('details')?.open).toBe(false);
    expect(within(section).getByText('20 min')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('take no place where there are none', async () => {
    const { api } = await render('/clusters/shop-prod-use1', []);
    await screen.findByText(/^nodes, \d managed$/);
    expect(screen.queryByRole('region', { name: /incident/ })).toBeNull();
    const ofCluster = { clusterId: expect.any(String) };
    expect(api.sent(RecentIncidentsDocument)[0]).toEqual({
      open: { ...ofCluster, isOpen: true },
      closed: { ...ofCluster, isOpen: false, endedFrom: minutesAgo(7 * 24 * 60) },
    });
  });

  it('that are too many to list are counted', async () => {
    await render('/', [incident()], 150);
    const section = await screen.findByRole('region', { name: '151 open incidents' });
    expect(within(section).getByText(/The newest 1 of 151 are listed/)).toBeTruthy();
  });

  it('of a cluster name no cluster', async () => {
    await render('/clusters/shop-prod-use1', [incident()]);
    const section = await screen.findByRole('region', { name: '1 open incident' });
    expect(within(section).queryByRole('columnheader', { name: 'Cluster' })).toBeNull();
    expect(within(section).getByRole('columnheader', { name: 'Object' })).toBeTruthy();
  });
});

describe('incidents on the page of an object', () => {
  it('are shown on the NodePool with cause and fix', async () => {
    const { api } = await render('/node-pools?open=shop-prod-use1%2Fgeneral', [incident()]);
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByText(/3 launches of NodePool general failed/)).toBeTruthy();
    expect(within(panel).getByText('How to fix: Fix the EC2NodeClass.')).toBeTruthy();
    expect(api.sent(ObjectIncidentsDocument)[0]?.filter).toMatchObject({
      objects: ['NodePool/general'],
      isOpen: true,
    });
  });
});
