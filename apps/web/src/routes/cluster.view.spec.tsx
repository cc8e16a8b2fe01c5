import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../testing/recording/recorded-api.js';
import { recorded, recordedAt } from '../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../testing/render-app.js';
import {
  ClusterDetailsDocument,
  type ClusterFieldsFragment,
  NodesDocument,
  RemoveClusterDocument,
  ShellDocument,
  UpdateClusterDocument,
} from '../gql/graphql.js';

const path = '/clusters/shop-prod-use1';
const prod = recordedAnswer(ClusterDetailsDocument, { name: 'shop-prod-use1' }).cluster;
const nodes = recordedAnswer(NodesDocument, {
  clusterId: recorded.prod,
  filter: {},
  orderBy: { field: 'NAME', direction: 'ASC' },
  after: null,
}).nodes?.nodes;
const firstNode = nodes?.[0]?.name ?? '';

/** Returns the change of the API's answers by which clusters have other fields. */
const withCluster = (fields: Partial<ClusterFieldsFragment>) => (api: RecordedApi) =>
  api.answer(ClusterDetailsDocument, ({ cluster }) => ({
    cluster: cluster && { ...cluster, ...fields },
  }));

/** The changes of a cluster that were requested, without the version that they are based on. */
const changesOf = (api: RecordedApi) =>
  api.sent(UpdateClusterDocument).map(({ input: { id, expectedVersion, ...change } }) => change);

describe('the page of a cluster', () => {
  it('opens with nodes, utilization and cost', async () => {
    await renderApp(path);
    expect(await screen.findByRole('heading', { name: 'shop-prod-use1' })).toBeTruthy();
    expect(await screen.findByText(/^nodes, \d managed$/)).toBeTruthy();
    expect(screen.getByText(/CPU \([\d.]+ \/ [\d.]+ vCPU\)/)).toBeTruthy();
  });

  it('shows nodes with price, utilization and disruption blockers', async () => {
    await renderApp(path);
    const row = await screen.findByRole('row', { name: new RegExp(recorded.unmanagedNode) });
    expect(within(row).getByText('Not managed', { selector: 'span.dimmed' })).toBeTruthy();
    expect(within(row).getByTitle(/CPU requested$/)).toBeTruthy();
    const grid = screen.getByRole('grid', { name: 'Nodes' });
    expect(grid.getAttribute('aria-rowcount')).toBe(String(1 + (nodes?.length ?? 0)));
  });

  it('opens a node beside the table, and Escape returns the focus to its row', async () => {
    const { user, router } = await renderApp(path, (api) => {
      api.answer(NodesDocument, (answer) => ({
        nodes: answer.nodes && {
          ...answer.nodes,
          nodes: answer.nodes.nodes.filter(({ name }) => name === recorded.unmanagedNode),
        },
      }));
    });
    await screen.findByRole('row', { name: new RegExp(recorded.unmanagedNode) });
    await user.keyboard('j{Enter}');
    const panel = await screen.findByRole('complementary', { name: recorded.unmanagedNode });
    expect(router.state.location.search).toMatchObject({ node: recorded.unmanagedNode });
    expect(await within(panel).findByText(/It was created/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement?.textContent).toContain(recorded.unmanagedNode);
  });

  it('shows the lifecycle of a node and the decision that launched it', async () => {
    await renderApp(`${path}?node=${recorded.managedNode}`);
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByRole('row', { name: /Registered.*\d s/ })).toBeTruthy();
    expect(within(panel).getByRole('link', { name: /^decision / })).toBeTruthy();
    expect(within(panel).getByRole('heading', { name: 'Disruption blocked by' })).toBeTruthy();
  });

  it('shows that a linked node does not exist', async () => {
    await renderApp(`${path}?node=nowhere`);
    expect(await screen.findByText('Node not found')).toBeTruthy();
  });

  it('is filtered by the URL', async () => {
    await renderApp(`${path}?pool=general`);
    expect(await screen.findByText(/^1 node · /)).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('has tabs that start without the filters of others', async () => {
    const { user, router } = await renderApp(`${path}?q=no-such-node&sort=-price&pool=general`);
    await user.click(await screen.findByRole('tab', { name: 'NodePools' }));
    expect(router.state.location.search).toEqual({ tab: 'pools' });
    expect(await screen.findByRole('row', { name: /^general/ })).toBeTruthy();
  });

  it('has tabs for its pending pods, NodeClaims and NodePools', async () => {
    const { user } = await renderApp(path);
    await user.click(await screen.findByRole('tab', { name: 'Pending pods (3)' }));
    expect(await screen.findByRole('row', { name: /indexer-rebuild/ })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'NodeClaims' }));
    expect(await screen.findAllByRole('row', { name: /Initialized/ })).not.toHaveLength(0);
    await user.click(screen.getByRole('tab', { name: 'NodePools' }));
    expect(await screen.findByRole('row', { name: /graviton/ })).toBeTruthy();
  });

  it('opens a failed NodeClaim with the reason', async () => {
    await renderApp(
      `/clusters/shop-staging-use1?tab=claims&claims=failed&claim=${recorded.failedClaim}`,
    );
    const panel = await screen.findByRole('complementary');
    expect(
      await within(panel).findByText(/AWS had insufficient capacity in \d+ offerings/),
    ).toBeTruthy();
  });

  it('shows that data is stale, and that Kerf makes no decisions meanwhile', async () => {
    const syncedAt = new Date(recordedAt.getTime() - 14 * 60_000).toISOString();
    await renderApp(path, (api) => {
      withCluster({
        connection: {
          state: 'UNREACHABLE',
          problem: 'connect ETIMEDOUT 10.42.3.11:443',
          syncedAt,
          changedAt: syncedAt,
        },
        summary: prod?.summary ? { ...prod.summary, asOf: syncedAt } : null,
      })(api);
    });
    expect(await screen.findByText(/Kerf makes no decisions until/)).toBeTruthy();
    expect(screen.getByText(/^Stale/)).toBeTruthy();
  });

  it('shows the failed checks of a rejected cluster, with how to fix them', async () => {
    await renderApp('/clusters/legacy-apse1');
    expect(
      await screen.findByText(/How to fix: Allow Kerf’s own role sts:AssumeRole/),
    ).toBeTruthy();
  });

  it('shows why it is held in mode observe, and how to fix it', async () => {
    await renderApp(
      path,
      withCluster({
        effectiveMode: 'OBSERVE',
        hold: {
          code: 'KARPENTER_RUNNING',
          object: 'Lease/kube-system/karpenter-leader-election',
          message: 'A Karpenter runs in this cluster. Scale it to 0 replicas or uninstall it.',
          since: recordedAt.toISOString(),
        },
      }),
    );
    expect(await screen.findByText('Approve, held in observe')).toBeTruthy();
    expect(screen.getByText(/Scale it to 0 replicas or uninstall it/)).toBeTruthy();
  });

  it('shows that a cluster is not registered', async () => {
    await renderApp('/clusters/nowhere');
    expect(await screen.findByText('No cluster named nowhere is registered')).toBeTruthy();
  });

  it.each(['nodes', 'pending', 'claims', 'pools', 'settings'])(
    'is free of axe violations on its tab %s',
    async (tab) => {
      await renderApp(`${path}?tab=${tab}`);
      await screen.findByText(/^nodes, \d managed$/);
      await screen.findAllByRole(tab === 'settings' ? 'radio' : 'row');
      expect(await axeViolations()).toEqual([]);
    },
  );
});

describe('the settings tab of a cluster', () => {
  it('shows what a mode means before it is changed', async () => {
    const { user, api } = await renderApp(`${path}?tab=settings`);
    await user.click(await screen.findByRole('radio', { name: 'Auto' }));
    expect(screen.getByText(/From now on: Kerf launches and removes nodes without/)).toBeTruthy();
    await user.click(
      screen.getByRole('button', { name: 'Change shop-prod-use1 from approve to auto' }),
    );
    expect(changesOf(api)).toEqual([{ mode: 'AUTO' }]);
  });

  it('sets and removes the interruption queue', async () => {
    const { user, api } = await renderApp(
      `${path}?tab=settings`,
      withCluster({ interruptionQueue: null }),
    );
    const queue = await screen.findByRole('textbox', { name: 'Interruption queue' });
    await user.type(queue, 'warnings');
    withCluster({ interruptionQueue: 'warnings' })(api);
    await user.click(screen.getByRole('button', { name: 'Save queue' }));
    await waitFor(() => expect(changesOf(api)).toEqual([{ interruptionQueue: 'warnings' }]));
    await screen.findByDisplayValue('warnings');
    await user.clear(screen.getByRole('textbox', { name: 'Interruption queue' }));
    await user.click(await screen.findByRole('button', { name: 'Remove queue' }));
    await waitFor(() => expect(changesOf(api)[1]).toEqual({ interruptionQueue: null }));
  });

  it('shows an error beside the IAM role, and checks the cluster again after a change', async () => {
    const { user, api } = await renderApp(`${path}?tab=settings`);
    const role = await screen.findByRole('textbox', { name: 'IAM role' });
    await user.clear(role);
    await user.type(role, 'kerf');
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByText(/must be the ARN of an IAM role/)).toBeTruthy();
    await user.clear(role);
    await user.type(role, 'arn:aws:iam::111122223333:role/kerf-2');
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(
      await screen.findByText(
        'IAM role of shop-prod-use1 saved; the registration check is running',
      ),
    ).toBeTruthy();
    expect(changesOf(api)).toEqual([
      { roleArn: 'kerf' },
      { roleArn: 'arn:aws:iam::111122223333:role/kerf-2' },
    ]);
  });

  it('shows that another user changed it meanwhile', async () => {
    const { user, api } = await renderApp(`${path}?tab=settings`);
    await user.click(await screen.findByRole('radio', { name: 'Auto' }));
    api.answer(UpdateClusterDocument, (_answer, { input }) =>
      recordedAnswer(UpdateClusterDocument, { input: { ...input, expectedVersion: 0 } }),
    );
    await user.click(screen.getByRole('button', { name: /from approve to auto/ }));
    expect(await screen.findByText(/was changed \(its version is/)).toBeTruthy();
  });

  it('disables changes for read-only users, and says why', async () => {
    await renderApp(`${path}?tab=settings`, (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        viewer: {
          ...frame.viewer,
          permissions: [
            {
              action: 'CLUSTER_UPDATE' as const,
              isAllowed: false,
              reason: 'Ask an administrator.',
            },
          ],
        },
      }));
    });
    const button = await screen.findByRole('button', { name: 'Check again' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe('Ask an administrator.');
  });
});

describe('NodeOverlays and CapacityBuffers of a cluster', () => {
  it('are shown beside its NodePools, with their status', async () => {
    await renderApp(`${path}?tab=pools`);
    const overlays = await screen.findByRole('table', { name: 'NodeOverlays of the cluster' });
    const applied = within(overlays).getByRole('row', { name: /^m7i-negotiated/ });
    expect(within(applied).getByText('Applied')).toBeTruthy();
    expect(within(applied).getByText('price -12.5%, weight 100')).toBeTruthy();
    expect(within(applied).getByText(/^\d+ instance types in .*general/)).toBeTruthy();
    const conflict = within(overlays).getByRole('row', { name: /^m7i-draft/ });
    expect(
      within(conflict).getByText(/^NodeOverlay m7i-negotiated has the same weight/),
    ).toBeTruthy();
    expect(screen.getByText(/Costs are shown at AWS prices/)).toBeTruthy();

    const buffers = screen.getByRole('table', { name: 'CapacityBuffers of the cluster' });
    const held = within(buffers).getByRole('row', { name: /headroom/ });
    expect(within(held).getByText('2 of 2 ready')).toBeTruthy();
    expect(within(buffers).getByText('Deployment default/indxer not found')).toBeTruthy();
  });
});

describe('the nodes of a cluster', () => {
  it('distinguish a node of a standalone NodeClaim from an unmanaged node', async () => {
    await renderApp(path, (api) => {
      api.answer(NodesDocument, ({ nodes: page }) => ({
        nodes: page && {
          ...page,
          nodes: page.nodes.map((node) => ({
            ...node,
            nodePool: null,
            nodeClaimId: recorded.managedClaim,
          })),
        },
      }));
    });
    const row = await screen.findByRole('row', { name: new RegExp(firstNode) });
    expect(within(row).getByText('No NodePool')).toBeTruthy();
  });
});

describe('a cluster', () => {
  it('is removed when its name is typed, unless it changed meanwhile', async () => {
    const { user, api, router } = await renderApp(`${path}?tab=settings`);
    await user.type(
      await screen.findByRole('textbox', { name: /^Type the cluster name/ }),
      'shop-prod-use1',
    );
    const button = screen.getByRole('button', { name: 'Remove shop-prod-use1 from Kerf' });
    api.answer(RemoveClusterDocument, (_answer, { input }) =>
      recordedAnswer(RemoveClusterDocument, { input: { ...input, expectedVersion: 0 } }),
    );
    await user.click(button);
    expect(await screen.findByText(/was changed \(its version/)).toBeTruthy();
    expect(router.state.location.pathname).toBe(path);
    api.answer(RemoveClusterDocument, () => ({
      removeCluster: { removedId: recorded.prod, userErrors: [] },
    }));
    await user.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.sent(RemoveClusterDocument)[1]?.input.confirmName).toBe('shop-prod-use1');
  });
});
