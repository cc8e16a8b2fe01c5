import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { recorded, recordedAt } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { PendingPodGroupsDocument, type PendingPodGroupsQuery } from '../../gql/graphql.js';

/** Returns the URL on which a field of a NodePool is edited. */
const fixUrl = (nodePool: string, field: string): string => {
  const search = { cluster: 'shop-prod-use1', edit: `NodePool/${nodePool}`, field };
  return `/apply?${new URLSearchParams(search)}`;
};
const indexer = `/pending?owner=${recorded.prod}%2Fsearch%2FJob%2Findexer-rebuild`;

const groups = recordedAnswer(PendingPodGroupsDocument, { clusterId: null, after: null })
  .pendingPodGroups?.nodes;
const observed = groups?.find(({ clusterName }) => clusterName === 'data-prod-euw1')?.ownerName;
const indexerGroup = groups?.find(({ ownerName }) => ownerName === 'indexer-rebuild');

/** All pods get a node of NodePool general. */
const withNewNodes = ({ pendingPodGroups }: PendingPodGroupsQuery): PendingPodGroupsQuery => ({
  pendingPodGroups: pendingPodGroups && {
    ...pendingPodGroups,
    nodes: pendingPodGroups.nodes.map((group) => ({
      ...group,
      pods: group.pods.map((pod) => ({ ...pod, verdict: newNodeVerdict })),
    })),
  },
});

const newNodeVerdict = {
  kind: 'NEW_NODE' as const,
  evaluatedAt: recordedAt.toISOString(),
  nodeName: null,
  nodePool: 'general',
  nodeClaimId: recorded.managedClaim,
  decisionId: recorded.provisionDecision,
  queuePosition: null,
  reasons: [],
  byNodePool: [],
};

describe('the pending pods', () => {
  it('are grouped by owner with the reason of the nearest NodePool', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: /indexer-rebuild/ });
    expect(within(row).getByText('No matching NodePool')).toBeTruthy();
    expect(within(row).getByText(/^NodePool limited has 8 CPU left of its limit/)).toBeTruthy();
    expect(within(row).getByText('(nearest of 10 NodePools)')).toBeTruthy();
    expect(await screen.findByText('pending pods')).toBeTruthy();
  });

  it('show the name of a pod without an owner', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: /default\/debug/ });
    expect(within(row).getByTitle('Pod default/debug (no owner)')).toBeTruthy();
  });

  it('show which NodePool launches a node for them', async () => {
    await renderApp('/pending', (api) => {
      api.answer(PendingPodGroupsDocument, withNewNodes);
    });
    const row = await screen.findByRole('row', { name: /indexer-rebuild/ });
    expect(within(row).getByText('A node of NodePool general is being launched')).toBeTruthy();
  });

  it('show which NodePool would launch a node for them in mode observe', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: new RegExp(`${observed}`) });
    expect(within(row).getByText(/would launch a node of NodePool analytics/)).toBeTruthy();
  });

  it('open with a table of NodePools, nearest first, and how to fix each', async () => {
    await renderApp(indexer);
    const panel = await screen.findByRole('complementary', { name: 'indexer-rebuild' });
    const table = within(panel).getByRole('table');
    const pools = within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    const byNodePool = indexerGroup?.pods[0]?.verdict?.byNodePool ?? [];
    expect(pools).toEqual(byNodePool.map(({ nodePool }) => nodePool));
    expect(pools[0]).toBe('limited');
    expect(
      within(table).getByText('Raise the CPU limit of NodePool limited to 32 CPU or more'),
    ).toBeTruthy();
    const fixes = within(table)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(fixes).toContainEqual(['Fix in NodePool limited', fixUrl('limited', 'spec.limits.cpu')]);
    expect(fixes).toContainEqual([
      'Fix in NodePool graviton',
      fixUrl('graviton', 'spec.template.spec.requirements[0]'),
    ]);
    expect(fixes).toContainEqual([
      'Fix in NodePool dedicated',
      fixUrl('dedicated', 'spec.template.spec.taints[0]'),
    ]);
    const general = within(table).getByRole('row', { name: /^general / });
    expect(within(general).getByText(/^Nearest: /).textContent).toBe(
      'Nearest: m4.2xlarge: 14.2 CPU requested, 7.91 CPU allocatable; 96.2 GiB memory requested, 28.6 GiB allocatable',
    );
    expect(within(panel).getByText('14 CPU, 96Gi memory')).toBeTruthy();
    expect(within(panel).getAllByText(/, #\d in queue$/)).toHaveLength(2);
  });

  it('show the reason below the other cells on a narrow screen', async () => {
    const wide = matchMedia;
    const media = vi
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(wide(query), { matches: query.includes('max-width') }),
      );
    onTestFinished(() => media.mockRestore());
    await renderApp('/pending');
    const scroller = (await screen.findByRole('grid')).parentElement;
    expect(scroller?.style.getPropertyValue('--grid-columns')).toBe('220px 150px 64px 104px 125px');
  });

  it('are limited to the cluster in the URL', async () => {
    await renderApp('/pending?cluster=shop-prod-use1');
    await screen.findByRole('row', { name: /indexer-rebuild/ });
    expect(screen.queryByRole('row', { name: new RegExp(`${observed}`) })).toBeNull();
  });

  it('have an empty state', async () => {
    await renderApp('/pending', (api) => {
      api.answer(PendingPodGroupsDocument, ({ pendingPodGroups }) => ({
        pendingPodGroups: pendingPodGroups && {
          ...pendingPodGroups,
          nodes: [],
          totalCount: 0,
          totalPods: 0,
        },
      }));
    });
    expect(await screen.findByText('No pending pods')).toBeTruthy();
  });

  it('are filtered by team, in the URL; a team without pending pods is named', async () => {
    const { user, router, api } = await renderApp('/pending');
    await user.click(await screen.findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'web' }));
    expect(router.state.location.search).toMatchObject({ team: 'web' });
    await waitFor(() =>
      expect(api.sent(PendingPodGroupsDocument).at(-1)).toMatchObject({ teams: ['web'] }),
    );
    const csv = screen.getByRole('link', { name: 'Download CSV' });
    expect(csv.getAttribute('href')).toBe('/api/v1/pending-pods?team=web&format=csv');
    cleanup();

    await renderApp('/pending?team=web', (other) => {
      other.answer(PendingPodGroupsDocument, ({ pendingPodGroups }) => ({
        pendingPodGroups: { ...pendingPodGroups, nodes: [], totalCount: 0, totalPods: 0 },
      }));
    });
    expect(await screen.findByText('Team web has no pending pods')).toBeTruthy();
    expect(await screen.findByRole('combobox', { name: 'Team' })).toBeTruthy();
  });

  it('show that the linked pods are no longer pending', async () => {
    await renderApp(`/pending?owner=${recorded.prod}%2Fx%2FJob%2Fgone`);
    expect(await screen.findByText('No longer pending')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(indexer);
    await screen.findByRole('table');
    expect(await axeViolations()).toEqual([]);
  });
});
