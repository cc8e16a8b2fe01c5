import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';

const waiting = '/decisions/dec_empty_waiting';
const approveName = /^Approve: remove 2 nodes, move no pods, save \$/;

describe('a decision', () => {
  it('shows nodes to remove, pods to move, saving and budget', async () => {
    await renderApp(waiting);
    expect(
      await screen.findByRole('heading', { name: 'Remove 2 empty nodes in checkout-prod-use1' }),
    ).toBeTruthy();
    expect(
      within(screen.getByRole('table', { name: 'Nodes to remove' })).getAllByRole('row'),
    ).toHaveLength(3);
    expect(screen.getByText(/Only DaemonSet and static pods run there/)).toBeTruthy();
    expect(screen.getByText('Budget 1: 10% of nodes')).toBeTruthy();
  });

  it('is approved with a comment, by keyboard', async () => {
    const { user, world } = await renderApp(waiting);
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'quiet hour');
    screen.getByRole('textbox', { name: /Comment/ }).blur();
    await user.keyboard('a');
    expect(document.activeElement?.textContent).toMatch(approveName);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('“quiet hour”')).toBeTruthy();
    expect(world.decisions.find(({ id }) => id === 'dec_empty_waiting')?.state).toBe('APPROVED');
    expect(screen.queryByRole('button', { name: approveName })).toBeNull();
  });

  it('is rejected with a comment', async () => {
    const { user, world } = await renderApp(waiting);
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'not now');
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('The decision was rejected. Nothing was done.')).toBeTruthy();
    expect(world.decisions.find(({ id }) => id === 'dec_empty_waiting')?.comment).toBe('not now');
  });

  it('must be reviewed again when it changes while it is open', async () => {
    const { user, world, notify } = await renderApp(waiting);
    const approve = await screen.findByRole('button', { name: approveName });
    const decision = world.decisions.find(({ id }) => id === 'dec_empty_waiting');
    if (decision !== undefined) decision.version += 1;
    notify({ topic: 'DECISION', clusterId: 'clu_1' });
    expect(await screen.findByText(/changed while this page was open/)).toBeTruthy();
    await user.click(approve);
    expect(decision?.state).toBe('AWAITING_APPROVAL');
    await user.click(screen.getByRole('button', { name: 'I have reviewed it again' }));
    await user.click(screen.getByRole('button', { name: approveName }));
    expect(decision?.state).toBe('APPROVED');
  });

  it('shows the error of the API when the approval is stale', async () => {
    const { user, world } = await renderApp(waiting);
    const approve = await screen.findByRole('button', { name: approveName });
    const decision = world.decisions.find(({ id }) => id === 'dec_empty_waiting');
    if (decision !== undefined) decision.version += 1;
    await user.click(approve);
    expect(await screen.findByText(/The decision changed since you read it/)).toBeTruthy();
    expect(decision?.state).toBe('AWAITING_APPROVAL');
  });

  it('cannot be approved by a read-only user, and says why', async () => {
    await renderApp(waiting, (world) => {
      world.viewer.scope = 'READ';
    });
    const approve = await screen.findByRole('button', { name: approveName });
    expect(approve.getAttribute('aria-description')).toBe('Your account is read-only');
  });

  it('explains why it was superseded, node by node', async () => {
    await renderApp('/decisions/dec_superseded');
    expect(await screen.findByText(/changed before the decision was executed/)).toBeTruthy();
    expect(
      screen.getByText('ip-10-41-0-91.ec2.internal stays: 4 pods run on the node'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
  });

  it('shows the progress of its execution, what blocks it and what is retried', async () => {
    await renderApp('/decisions/dec_retrying');
    expect(await screen.findByText('1 of 4 nodes removed: 3 draining.')).toBeTruthy();
    expect(screen.getByText(/PodDisruptionBudget checkout\/cart blocks/)).toBeTruthy();
    expect(screen.getByText(/^has been failing for|9 attempts/)).toBeTruthy();
    expect(screen.getByText(/CLUSTER.FORBIDDEN: PATCH/)).toBeTruthy();
    expect(screen.getByText(/^How to fix: Grant “patch nodes”/)).toBeTruthy();
    expect(screen.getByText('Retrying')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('is never executed in a cluster in mode observe', async () => {
    await renderApp('/decisions/dec_observed');
    expect(await screen.findByText(/It is never executed/)).toBeTruthy();
  });

  it('explains a launch: chosen, compatible and excluded instance types', async () => {
    await renderApp('/decisions/dec_provision_done');
    expect(
      await screen.findByRole('heading', { name: 'c6i.2xlarge, spot, us-east-1b' }),
    ).toBeTruthy();
    expect(screen.getByText('594 types excluded, by reason')).toBeTruthy();
    expect(screen.getByText(/^The node must have arch amd64; these have arch arm64/)).toBeTruthy();
    expect(screen.getByText('Node ready for pods')).toBeTruthy();
  });

  it('shows no cost when another decision launches the replacement', async () => {
    await renderApp('/decisions/dec_empty_waiting', ({ decisions }) => {
      for (const decision of decisions) {
        decision.kind = 'INTERRUPT';
        decision.costChange = null;
      }
    });
    expect(await screen.findByRole('heading', { name: /Drain 2 interrupted nodes/ })).toBeTruthy();
    expect(screen.queryByText('a price is unknown')).toBeNull();
  });

  it('has an empty state when it does not exist', async () => {
    await renderApp('/decisions/dec_nothing');
    expect(await screen.findByText('Decision not found')).toBeTruthy();
  });

  it.each(['dec_empty_waiting', 'dec_provision_done', 'dec_superseded', 'dec_launch_failed'])(
    'is free of axe violations: %s',
    async (id) => {
      await renderApp(`/decisions/${id}`);
      await screen.findByRole('heading', { name: 'History' });
      expect(await axeViolations()).toEqual([]);
    },
  );
});

describe('the page of a decision', () => {
  it('shows no nodes for a launch that failed', async () => {
    await renderApp('/decisions/dec_launch_failed');
    expect(
      await screen.findByRole('heading', { name: 'Launch failed: 5 nodes in checkout-prod-use1' }),
    ).toBeTruthy();
    expect(screen.getByText('0 of 5 nodes')).toBeTruthy();
    expect(screen.getByText(/None of the nodes became ready/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Before and after (as planned)' })).toBeTruthy();
    expect(screen.getByText(/AWS had insufficient capacity in 3 offerings/)).toBeTruthy();
  });

  it('shows for drift which field changed, where and when', async () => {
    await renderApp('/decisions/dec_drift_approved');
    const reason = await screen.findByRole('region', { name: 'Reason: drift' });
    expect(within(reason).getByText(/NodePool no longer matches the node/)).toBeTruthy();
    expect(within(reason).getByText(/was changed/).textContent).toMatch(/was changed 5 min ago/);
    expect(
      within(reason).getByRole('row', {
        name: 'spec.template.metadata.labels.team web shop',
      }),
    ).toBeTruthy();
    expect(screen.getByText('5 pods planned for this node')).toBeTruthy();
    expect(screen.queryByText(/^0 pods/)).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows that the reason of drift was not recorded', async () => {
    await renderApp('/decisions/dec_drift_approved', ({ decisions }) => {
      for (const { candidates } of decisions) for (const each of candidates) each.drift = null;
    });
    expect(await screen.findByText('The reason was not recorded with this decision.')).toBeTruthy();
  });

  it('shows after approval what happens next, and what to check when it takes long', async () => {
    await renderApp('/decisions/dec_drift_approved');
    const progress = await screen.findByRole('status');
    expect(progress.textContent).toContain('validates the decision once more');
    expect(progress.textContent).toContain('check that a worker is running');
  });

  it('shows that the cluster is not connected', async () => {
    await renderApp('/decisions/dec_drift_approved', ({ clusters }) => {
      for (const { connection } of clusters) connection.state = 'UNREACHABLE';
    });
    expect(await screen.findByText(/cluster is unreachable: nothing is executed/)).toBeTruthy();
  });

  it('keeps its cluster selected in the top bar', async () => {
    const { user, router } = await renderApp('/decisions/dec_drift_approved');
    await screen.findByRole('region', { name: 'Reason: drift' });
    const picker = screen.getByRole<HTMLInputElement>('combobox', { name: 'Cluster' });
    expect(picker.value).toBe('checkout-prod-use1');
    await user.click(screen.getByRole('link', { name: 'NodePools' }));
    expect(router.state.location.search).toEqual({ cluster: 'checkout-prod-use1' });
    await user.click(screen.getByRole('link', { name: 'Fleet' }));
    await screen.findByRole('heading', { name: 'Fleet' });
    expect(picker.value).toBe('');
  });
});

describe('a decision to launch nodes', () => {
  it('compares the cost of the plan with the lower bound and Karpenter’s plan', async () => {
    await renderApp('/decisions/dec_provision_done');
    expect(await screen.findByText('At most 21.6% above the cheapest possible plan.')).toBeTruthy();
    const table = screen.getByRole('table', { name: /^Cost of this plan/ });
    expect(within(table).getByRole('row', { name: 'This plan 1 $0.1122 $0.1372' })).toBeTruthy();
    expect(screen.getByText(/include a penalty of \$0\.0250\/h per node/)).toBeTruthy();
    const gap = screen.getByRole('table', { name: /^Gap to the lower bound/ });
    expect(within(gap).getByRole('row', { name: 'Gap $0.0243 21.6%' })).toBeTruthy();
  });

  it('leaves out the per-node penalty when it is 0', async () => {
    await renderApp('/decisions/dec_provision_done', (world) => {
      for (const { planCost } of world.decisions) if (planCost) planCost.nodeCharge = '0';
    });
    await screen.findByRole('table', { name: /^Cost of this plan/ });
    expect(screen.queryByText(/penalty/)).toBeNull();
    expect(screen.queryByRole('columnheader', { name: /penalty/ })).toBeNull();
  });

  it('shows that the cost was not recorded', async () => {
    await renderApp('/decisions/dec_provision_done', (world) => {
      for (const decision of world.decisions) decision.planCost = null;
    });
    expect(await screen.findByText(/was not recorded with this decision/)).toBeTruthy();
    expect(screen.queryByRole('table', { name: /^Cost of this plan/ })).toBeNull();
  });

  it('shows which prices are estimated, and that the cost is therefore unknown', async () => {
    await renderApp('/decisions/dec_provision_done', (world) => {
      for (const claim of world.decisions.flatMap(({ plannedClaims }) => plannedClaims)) {
        claim.expected = { ...claim.expected, isPriceEstimated: true };
        claim.savingAgainstNextBest = null;
      }
    });
    expect(await screen.findByText(/The actual cost of the plan is unknown/)).toBeTruthy();
    expect(screen.getByText('estimated from the instance size; AWS price unknown')).toBeTruthy();
    expect(screen.getByText('unknown: prices are estimated')).toBeTruthy();
  });

  it('shows that no nodes are launched', async () => {
    await renderApp('/decisions/dec_provision_done', (world) => {
      for (const decision of world.decisions) {
        decision.plannedClaims = [];
        if (decision.planCost) Object.assign(decision.planCost, { cost: '0', lowerBound: '0' });
      }
    });
    expect(await screen.findByText('No nodes to launch.')).toBeTruthy();
    expect(screen.queryByRole('table', { name: /^Cost of this plan/ })).toBeNull();
  });

  it('lists the pods without a matching NodePool, with the nearest instance type', async () => {
    await renderApp('/decisions/dec_provision_done');
    expect(
      await screen.findByRole('heading', { name: '1 pod without a matching NodePool' }),
    ).toBeTruthy();
    expect(
      screen.getByText('m6i.2xlarge: 97 GiB memory requested, 29 GiB allocatable'),
    ).toBeTruthy();
    expect(screen.getByText(/^#1 in the queue/)).toBeTruthy();
  });
});

describe('a decision that replaces a node', () => {
  it('shows the replacement nodes, the destination of each pod and the achieved saving', async () => {
    await renderApp('/decisions/dec_empty_waiting', ({ decisions }) => {
      const decision = decisions.find(({ id }) => id === 'dec_empty_waiting');
      const planned = decisions.flatMap(({ plannedClaims }) => plannedClaims)[0];
      if (decision === undefined || planned === undefined) return;
      decision.kind = 'CONSOLIDATE';
      decision.state = 'EXECUTED';
      decision.plannedClaims = [{ ...planned, plannedId: 'claim-0001', nodeClaim: null }];
      decision.moves = [
        { pod: 'shop/web-1', from: 'ip-1', to: 'claim-0001' },
        { pod: 'shop/web-2', from: 'ip-1', to: 'ip-2' },
        { pod: 'shop/web-3', from: 'ip-1', to: null },
      ];
      decision.costChange = '-100000';
      decision.achievedSaving = '90000';
    });
    expect(await screen.findByRole('heading', { name: 'Replacement nodes (1)' })).toBeTruthy();
    const moves = screen.getByRole('table', { name: 'Moved pods' });
    expect(
      within(moves).getByRole('row', { name: /web-1 ip-1 new node \(c6i\.2xlarge\)/ }),
    ).toBeTruthy();
    expect(within(moves).getByRole('row', { name: /web-2 ip-1 ip-2/ })).toBeTruthy();
    expect(
      within(moves).getByRole('row', { name: /web-3 ip-1 next scheduling batch/ }),
    ).toBeTruthy();
    expect(screen.getByText('$65.70/month; estimated $73.00/month')).toBeTruthy();
  });
});

describe('a decision about a static NodePool', () => {
  const staticPool = { nodePool: 'general', replicas: 3, held: 2 };

  it('shows the replicas that it launches nodes for', async () => {
    await renderApp('/decisions/dec_provision_done', ({ decisions }) => {
      for (const decision of decisions) {
        Object.assign(decision, { staticPool, podCount: 0, planCost: null, unschedulable: [] });
        decision.plannedClaims = decision.plannedClaims.map((claim) => ({ ...claim, pods: [] }));
      }
    });
    expect(
      await screen.findByRole('heading', { name: /^Launched 1 node without pending pods in / }),
    ).toBeTruthy();
    expect(screen.getByText('general requires 3, had 2')).toBeTruthy();
    expect(screen.getByText('3 replicas')).toBeTruthy();
    expect(screen.queryByText(/was not recorded with this decision/)).toBeNull();
    expect(screen.queryByText(/planned for this node/)).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('requires approval to remove nodes', async () => {
    await renderApp(waiting, ({ decisions }) => {
      for (const decision of decisions) {
        Object.assign(decision, { kind: 'DEPROVISION', staticPool: { ...staticPool, held: 5 } });
      }
    });
    expect(
      await screen.findByRole('heading', {
        name: 'Remove 2 surplus nodes in checkout-prod-use1',
      }),
    ).toBeTruthy();
    expect(screen.getByText('required, 5 present')).toBeTruthy();
    expect(screen.getByRole('button', { name: approveName })).toBeTruthy();
  });
});

describe('a decision about a standalone NodeClaim', () => {
  it('names the NodeClaim in the cluster', async () => {
    await renderApp('/decisions/dec_provision_done', ({ decisions }) => {
      for (const decision of decisions) {
        Object.assign(decision, { standaloneClaim: 'build-box', nodePools: [], podCount: 0 });
        decision.plannedClaims = decision.plannedClaims.map((claim) => ({
          ...claim,
          nodePool: null,
          pods: [],
        }));
      }
    });
    expect(await screen.findByText('NodeClaim build-box, created in the cluster')).toBeTruthy();
    expect(screen.getByText(/^no NodePool, claim-/)).toBeTruthy();
    expect(screen.queryByText(/planned for this node/)).toBeNull();
    expect(screen.queryByText(/was not recorded with this decision/)).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });
});
