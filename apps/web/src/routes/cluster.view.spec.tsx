import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../testing/render-app.js';

const path = '/clusters/checkout-prod-use1';
const firstNode = 'ip-10-41-0-0.ec2.internal';

describe('the page of a cluster', () => {
  it('opens with the line that people know', async () => {
    await renderApp(path);
    expect(await screen.findByRole('heading', { name: 'checkout-prod-use1' })).toBeTruthy();
    expect(await screen.findByText('nodes, 39 managed')).toBeTruthy();
    expect(screen.getByText(/CPU \(\d+ \/ \d+ vCPU\)/)).toBeTruthy();
  });

  it('shows nodes with price, usage and what keeps them', async () => {
    await renderApp(path);
    const row = await screen.findByRole('row', { name: new RegExp(firstNode) });
    expect(within(row).getByText('not managed', { selector: 'span.dimmed' })).toBeTruthy();
    expect(within(row).getByTitle(/CPU requested$/)).toBeTruthy();
    const grid = screen.getByRole('grid', { name: 'Nodes' });
    expect(grid.getAttribute('aria-rowcount')).toBe('43');
  });

  it('opens a node beside the table, and Escape gives the focus back to its row', async () => {
    const { user, router } = await renderApp(path);
    await screen.findByRole('row', { name: new RegExp(firstNode) });
    await user.keyboard('j{Enter}');
    const panel = await screen.findByRole('complementary', { name: firstNode });
    expect(router.state.location.search).toMatchObject({ node: firstNode });
    expect(await within(panel).findByText(/does not manage it/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement?.textContent).toContain(firstNode);
  });

  it('tells a node’s life-cycle and the decision that made it', async () => {
    await renderApp(`${path}?node=ip-10-41-0-35.ec2.internal`);
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByRole('row', { name: /Registered.*31 s/ })).toBeTruthy();
    expect(within(panel).getByRole('heading', { name: 'Disruption blocked by' })).toBeTruthy();
  });

  it('says that a linked node is gone', async () => {
    await renderApp(`${path}?node=ip-10-99-9-9.ec2.internal`);
    expect(await screen.findByText('This node is gone')).toBeTruthy();
  });

  it('filters from the URL', async () => {
    await renderApp(`${path}?state=LEAVING`);
    expect(await screen.findByText(/^1 node · /)).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('has its own pending pods, claims and pools as tabs', async () => {
    const { user } = await renderApp(path);
    await user.click(await screen.findByRole('tab', { name: 'Pending pods (13)' }));
    expect(await screen.findByRole('row', { name: /indexer-rebuild/ })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'NodeClaims' }));
    expect(await screen.findAllByRole('row', { name: /Initialized/ })).not.toHaveLength(0);
    await user.click(screen.getByRole('tab', { name: 'NodePools' }));
    expect(await screen.findByRole('row', { name: /graviton/ })).toBeTruthy();
  });

  it('opens a failed claim with the reason', async () => {
    await renderApp(`${path}?tab=claims&claims=failed&claim=ncl_failed`);
    const panel = await screen.findByRole('complementary');
    expect(await within(panel).findByText(/AWS had no room in 3 offerings/)).toBeTruthy();
  });

  it('says when what is shown is old, and that nothing is decided on it', async () => {
    await renderApp('/clusters/edge-staging-euc1');
    expect(await screen.findByText(/nothing is decided on it/)).toBeTruthy();
    expect(screen.getByText(/^Stale/)).toBeTruthy();
  });

  it('shows a rejected cluster its check, with what would mend it', async () => {
    await renderApp('/clusters/legacy-apse1');
    expect(await screen.findByText(/To mend it: bind the ClusterRole/)).toBeTruthy();
  });

  it('tells what is off while work goes on', async () => {
    const { user } = await renderApp('/clusters/batch-research-use1');
    expect(await screen.findByText(/prices could not be read for 3 hours/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: '1 finding' }));
    expect(await screen.findByRole('table', { name: 'Findings, seen last first' })).toBeTruthy();
  });

  it('says what holds it in mode observe, and how to go on', async () => {
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

  it('says that a cluster is not registered', async () => {
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

describe('the settings of a cluster', () => {
  it('changes the mode after saying what that means', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    await user.click(await screen.findByRole('radio', { name: 'Auto' }));
    expect(screen.getByText(/From now on: Kerf buys and removes nodes by itself/)).toBeTruthy();
    await user.click(
      screen.getByRole('button', { name: 'Change checkout-prod-use1 from approve to auto' }),
    );
    expect(world.clusters[0]?.mode).toBe('AUTO');
  });

  it('names the interruption queue, and takes it away', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    const queue = await screen.findByRole('textbox', { name: 'Interruption queue' });
    await user.type(queue, 'warnings');
    await user.click(screen.getByRole('button', { name: 'Save the queue' }));
    await waitFor(() => expect(world.clusters[0]?.interruptionQueue).toBe('warnings'));
    await screen.findByDisplayValue('warnings');
    await user.clear(screen.getByRole('textbox', { name: 'Interruption queue' }));
    await user.click(screen.getByRole('button', { name: 'Go on without a queue' }));
    await waitFor(() => expect(world.clusters[0]?.interruptionQueue).toBeNull());
  });

  it('corrects the role, beside which it says what is wrong, and checks the cluster again', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    const role = await screen.findByRole('textbox', { name: 'IAM role' });
    await user.clear(role);
    await user.type(role, 'kerf');
    await user.click(screen.getByRole('button', { name: 'Save the role' }));
    expect(await screen.findByText(/must be a role’s ARN/)).toBeTruthy();
    await user.clear(role);
    await user.type(role, 'arn:aws:iam::444455556666:role/kerf-2');
    await user.click(screen.getByRole('button', { name: 'Save the role' }));
    expect(
      await screen.findByText('The role of checkout-prod-use1 is saved and being checked'),
    ).toBeTruthy();
    expect(world.clusters[0]?.roleArn).toBe('arn:aws:iam::444455556666:role/kerf-2');
  });

  it('shows that somebody else changed it meanwhile', async () => {
    const { user, world } = await renderApp(`${path}?tab=settings`);
    await user.click(await screen.findByRole('radio', { name: 'Auto' }));
    const [cluster] = world.clusters;
    if (cluster !== undefined) cluster.version += 1;
    await user.click(screen.getByRole('button', { name: /from approve to auto/ }));
    expect(await screen.findByText('Somebody changed it meanwhile; look again.')).toBeTruthy();
  });

  it('lets a reader change nothing, and says why', async () => {
    await renderApp(`${path}?tab=settings`, (world) => {
      world.viewer.scope = 'READ';
    });
    const button = await screen.findByRole('button', { name: 'Check again' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe('You may only read');
  });
});

describe('what decisions count with beside the pools of a cluster', () => {
  it('is shown with them, with what became of it', async () => {
    await renderApp(`${path}?tab=pools`);
    const overlays = await screen.findByRole('table', { name: 'NodeOverlays of the cluster' });
    const applied = within(overlays).getByRole('row', { name: /^m7i-negotiated/ });
    expect(within(applied).getByText('Applied')).toBeTruthy();
    expect(within(applied).getByText('-12.5% on the price, weight 100')).toBeTruthy();
    expect(within(applied).getByText('9 instance types in general')).toBeTruthy();
    const conflict = within(overlays).getByRole('row', { name: /^m7i-trial/ });
    expect(within(conflict).getByText(/^m7i-negotiated has the same weight/)).toBeTruthy();
    expect(screen.getByText(/What is paid, and shown as cost, is AWS’s price/)).toBeTruthy();

    const buffers = screen.getByRole('table', { name: 'CapacityBuffers of the cluster' });
    const held = within(buffers).getByRole('row', { name: /web-headroom/ });
    expect(within(held).getByText('4 of 6 held, 2 coming')).toBeTruthy();
    expect(within(buffers).getByText('there is no Deployment search/indxer')).toBeTruthy();
  });
});

describe('the nodes of a cluster', () => {
  it('tells a node of a claim without a pool from one that nobody manages', async () => {
    await renderApp(path, ({ nodes }) => {
      const [node] = nodes.get('clu_1') ?? [];
      if (node !== undefined) Object.assign(node, { nodePool: null, nodeClaimId: 'ncl_box' });
    });
    const row = await screen.findByRole('row', { name: new RegExp(firstNode) });
    expect(within(row).getByText('no pool')).toBeTruthy();
  });
});

describe('a cluster', () => {
  it('is removed once its name is typed, in the version that is shown', async () => {
    const { user, world, router } = await renderApp(`${path}?tab=settings`);
    await user.type(
      await screen.findByRole('textbox', { name: /^To remove it, type its name/ }),
      'checkout-prod-use1',
    );
    const [shown] = world.clusters;
    const button = screen.getByRole('button', { name: 'Remove checkout-prod-use1 from Kerf' });
    world.clusters[0] = { ...shown!, version: shown!.version + 1 };
    await user.click(button);
    expect(await screen.findByText(/changed meanwhile/)).toBeTruthy();
    world.clusters[0] = shown!;
    await user.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(world.clusters.map(({ name }) => name)).not.toContain('checkout-prod-use1');
  });
});
