import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../testing/render-app.js';

const path = '/clusters/checkout-prod-use1';
const firstNode = 'ip-10-41-0-0.ec2.internal';

describe('the page of a cluster', () => {
  it('opens with nodes, utilization and cost', async () => {
    await renderApp(path);
    expect(await screen.findByRole('heading', { name: 'checkout-prod-use1' })).toBeTruthy();
    expect(await screen.findByText('nodes, 39 managed')).toBeTruthy();
    expect(screen.getByText(/CPU \(\d+ \/ \d+ vCPU\)/)).toBeTruthy();
  });

  it('shows nodes with price, utilization and disruption blockers', async () => {
    await renderApp(path);
    const row = await screen.findByRole('row', { name: new RegExp(firstNode) });
    expect(within(row).getByText('Not managed', { selector: 'span.dimmed' })).toBeTruthy();
    expect(within(row).getByTitle(/CPU requested$/)).toBeTruthy();
    const grid = screen.getByRole('grid', { name: 'Nodes' });
    expect(grid.getAttribute('aria-rowcount')).toBe('43');
  });

  it('opens a node beside the table, and Escape returns the focus to its row', async () => {
    const { user, router } = await renderApp(path);
    await screen.findByRole('row', { name: new RegExp(firstNode) });
    await user.keyboard('j{Enter}');
    const panel = await screen.findByRole('complementary', { name: firstNode });
    expect(router.state.location.search).toMatchObject({ node: firstNode });
    expect(await within(panel).findByText(/It was created/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement?.textContent).toContain(firstNode);
  });

  it('shows the lifecycle of a node and the decision that launched it', async () => {
    await renderApp(`${path}?node=ip-10-41-0-35.ec2.internal`);
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByRole('row', { name: /Registered.*31 s/ })).toBeTruthy();
    expect(within(panel).getByRole('heading', { name: 'Disruption blocked by' })).toBeTruthy();
  });

  it('shows that a linked node does not exist', async () => {
    await renderApp(`${path}?node=ip-10-99-9-9.ec2.internal`);
    expect(await screen.findByText('Node not found')).toBeTruthy();
  });

  it('is filtered by the URL', async () => {
    await renderApp(`${path}?state=TERMINATING`);
    expect(await screen.findByText(/^1 node · /)).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('has tabs for its pending pods, NodeClaims and NodePools', async () => {
    const { user } = await renderApp(path);
    await user.click(await screen.findByRole('tab', { name: 'Pending pods (13)' }));
    expect(await screen.findByRole('row', { name: /indexer-rebuild/ })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'NodeClaims' }));
    expect(await screen.findAllByRole('row', { name: /Initialized/ })).not.toHaveLength(0);
    await user.click(screen.getByRole('tab', { name: 'NodePools' }));
    expect(await screen.findByRole('row', { name: /graviton/ })).toBeTruthy();
  });

  it('opens a failed NodeClaim with the reason', async () => {
    await renderApp(`${path}?tab=claims&claims=failed&claim=ncl_failed`);
    const panel = await screen.findByRole('complementary');
    expect(
      await within(panel).findByText(/AWS had insufficient capacity in 3 offerings/),
    ).toBeTruthy();
  });

  it('shows that data is stale, and that Kerf makes no decisions meanwhile', async () => {
    await renderApp('/clusters/edge-staging-euc1');
    expect(await screen.findByText(/Kerf makes no decisions until/)).toBeTruthy();
    expect(screen.getByText(/^Stale/)).toBeTruthy();
  });

  it('shows the failed checks of a rejected cluster, with how to fix them', async () => {
    await renderApp('/clusters/legacy-apse1');
    expect(await screen.findByText(/How to fix: bind the ClusterRole/)).toBeTruthy();
  });

  it('shows findings', async () => {
    const { user } = await renderApp('/clusters/batch-research-use1');
    expect(await screen.findByText(/prices could not be read for 3 hours/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: '1 finding' }));
    expect(await screen.findByRole('table', { name: 'Findings, most recent first' })).toBeTruthy();
  });

  it('shows why it is held in mode observe, and how to fix it', async () => {
    await renderApp(path, (world) => {
      const [cluster] = world.clusters;
      if (cluster === undefined) return;
      cluster.effectiveMode = 'OBSERVE';
      cluster.hold = {
        code: 'KARPENTER_RUNNING',
        object: 'Lease/kube-system/karpenter-leader-election',
        message: 'A Karpenter runs in this cluster. Scale it to 0 replicas or uninstall it.',
        since: cluster.createdAt,
      };
    });
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
      await screen.findByText('nodes, 39 managed');
      await screen.findAllByRole(tab === 'settings' ? 'radio' : 'row');
      expect(await axeViolations()).toEqual([]);
    },
  );
});

describe('the settings tab of a cluster', () => {
  it('shows what a mode means before it is changed', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    await user.click(await screen.findByRole('radio', { name: 'Auto' }));
    expect(screen.getByText(/From now on: Kerf launches and removes nodes without/)).toBeTruthy();
    await user.click(
      screen.getByRole('button', { name: 'Change checkout-prod-use1 from approve to auto' }),
    );
    expect(world.clusters[0]?.mode).toBe('AUTO');
  });

  it('sets and removes the interruption queue', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    const queue = await screen.findByRole('textbox', { name: 'Interruption queue' });
    await user.type(queue, 'warnings');
    await user.click(screen.getByRole('button', { name: 'Save queue' }));
    await waitFor(() => expect(world.clusters[0]?.interruptionQueue).toBe('warnings'));
    await screen.findByDisplayValue('warnings');
    await user.clear(screen.getByRole('textbox', { name: 'Interruption queue' }));
    await user.click(screen.getByRole('button', { name: 'Remove queue' }));
    await waitFor(() => expect(world.clusters[0]?.interruptionQueue).toBeNull());
  });

  it('shows an error beside the IAM role, and checks the cluster again after a change', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    const role = await screen.findByRole('textbox', { name: 'IAM role' });
    await user.clear(role);
    await user.type(role, 'kerf');
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByText(/must be the ARN of an IAM role/)).toBeTruthy();
    await user.clear(role);
    await user.type(role, 'arn:aws:iam::444455556666:role/kerf-2');
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(
      await screen.findByText(
        'IAM role of checkout-prod-use1 saved; the registration check is running',
      ),
    ).toBeTruthy();
    expect(world.clusters[0]?.roleArn).toBe('arn:aws:iam::444455556666:role/kerf-2');
  });

  it('shows that another user changed it meanwhile', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    await user.click(await screen.findByRole('radio', { name: 'Auto' }));
    const [cluster] = world.clusters;
    if (cluster !== undefined) cluster.version += 1;
    await user.click(screen.getByRole('button', { name: /from approve to auto/ }));
    expect(await screen.findByText('Somebody changed it meanwhile; look again.')).toBeTruthy();
  });

  it('disables changes for read-only users, and says why', async () => {
    await renderApp(`${path}?tab=settings`, (world) => {
      world.viewer.scope = 'READ';
    });
    const button = await screen.findByRole('button', { name: 'Check again' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe('Your account is read-only');
  });
});

describe('NodeOverlays and CapacityBuffers of a cluster', () => {
  it('are shown beside its NodePools, with their status', async () => {
    await renderApp(`${path}?tab=pools`);
    const overlays = await screen.findByRole('table', { name: 'NodeOverlays of the cluster' });
    const applied = within(overlays).getByRole('row', { name: /^m7i-negotiated/ });
    expect(within(applied).getByText('Applied')).toBeTruthy();
    expect(within(applied).getByText('price -12.5%, weight 100')).toBeTruthy();
    expect(within(applied).getByText('9 instance types in general')).toBeTruthy();
    const conflict = within(overlays).getByRole('row', { name: /^m7i-trial/ });
    expect(
      within(conflict).getByText(/^NodeOverlay m7i-negotiated has the same weight/),
    ).toBeTruthy();
    expect(screen.getByText(/Costs are shown at AWS prices/)).toBeTruthy();

    const buffers = screen.getByRole('table', { name: 'CapacityBuffers of the cluster' });
    const buffer = within(buffers).getByRole('row', { name: /web-headroom/ });
    expect(within(buffer).getByText('4 of 6 ready, 2 launching')).toBeTruthy();
    expect(within(buffers).getByText('Deployment search/indxer not found')).toBeTruthy();
  });
});

describe('the nodes of a cluster', () => {
  it('distinguish a node of a standalone NodeClaim from an unmanaged node', async () => {
    await renderApp(path, ({ nodes }) => {
      const [node] = nodes.get('clu_1') ?? [];
      if (node !== undefined) Object.assign(node, { nodePool: null, nodeClaimId: 'ncl_box' });
    });
    const row = await screen.findByRole('row', { name: new RegExp(firstNode) });
    expect(within(row).getByText('No NodePool')).toBeTruthy();
  });
});

describe('a cluster', () => {
  it('is removed when its name is typed, unless it changed meanwhile', async () => {
    const { user, world, router } = await renderApp(`${path}?tab=settings`);
    await user.type(
      await screen.findByRole('textbox', { name: /^Type the cluster name/ }),
      'checkout-prod-use1',
    );
    const [shown] = world.clusters;
    const button = screen.getByRole('button', { name: 'Remove checkout-prod-use1 from Kerf' });
    world.clusters[0] = { ...shown!, version: shown!.version + 1 };
    await user.click(button);
    expect(await screen.findByText(/was changed \(its version/)).toBeTruthy();
    world.clusters[0] = shown!;
    await user.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(world.clusters.map(({ name }) => name)).not.toContain('checkout-prod-use1');
  });
});
