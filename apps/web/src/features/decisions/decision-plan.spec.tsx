import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  chosen,
  type Decision,
  withClaims,
  withDecision,
} from '../../../testing/changed-decision.js';
import { recorded } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

const provision = `/decisions/${recorded.provisionDecision}`;

describe('a decision to launch nodes', () => {
  it('compares the cost of the plan with the lower bound and Karpenter’s plan', async () => {
    await renderApp(provision, (api) => {
      withDecision(({ plannedClaims }) => ({
        planCost,
        plannedClaims: plannedClaims.map((claim) => ({ ...claim, ...chosen(claim) })),
      }))(api);
    });
    expect(await screen.findByText('At most 21.6% above the cheapest possible plan.')).toBeTruthy();
    const table = screen.getByRole('table', { name: /^Cost of this plan/ });
    expect(within(table).getByRole('row', { name: 'This plan 1 $0.1122 $0.1372' })).toBeTruthy();
    expect(screen.getByText(/include a penalty of \$0\.0250\/h per node/)).toBeTruthy();
    const gap = screen.getByRole('table', { name: /^Gap to the lower bound/ });
    expect(within(gap).getByRole('row', { name: 'Gap $0.0243 21.6%' })).toBeTruthy();
  });

  it('leaves out the per-node penalty when it is 0', async () => {
    await renderApp(
      provision,
      withDecision((decision) => ({
        planCost: decision.planCost && { ...decision.planCost, nodeCharge: '0' },
      })),
    );
    await screen.findByRole('table', { name: /^Cost of this plan/ });
    expect(screen.queryByText(/penalty/)).toBeNull();
    expect(screen.queryByRole('columnheader', { name: /penalty/ })).toBeNull();
  });

  it('says when the cost was not recorded', async () => {
    await renderApp(
      provision,
      withDecision(() => ({ planCost: null })),
    );
    expect(await screen.findByText(/was not recorded with this decision/)).toBeTruthy();
    expect(screen.queryByRole('table', { name: /^Cost of this plan/ })).toBeNull();
  });

  it('names the estimated prices, and shows the cost as unknown', async () => {
    await renderApp(
      provision,
      withClaims(({ expected }) => ({
        expected: { ...expected, isPriceEstimated: true },
        savingAgainstNextBest: null,
      })),
    );
    expect(await screen.findByText(/The actual cost of the plan is unknown/)).toBeTruthy();
    expect(screen.getByText('estimated from the instance size; AWS price unknown')).toBeTruthy();
    expect(screen.getByText('unknown: prices are estimated')).toBeTruthy();
  });

  it('says when no nodes are launched', async () => {
    await renderApp(
      provision,
      withDecision((decision) => ({
        plannedClaims: [],
        planCost: decision.planCost && { ...decision.planCost, cost: '0', lowerBound: '0' },
      })),
    );
    expect(await screen.findByText('No nodes to launch.')).toBeTruthy();
    expect(screen.queryByRole('table', { name: /^Cost of this plan/ })).toBeNull();
  });

  it('lists the pods without a matching NodePool, with the nearest instance type', async () => {
    await renderApp(provision);
    expect(
      await screen.findByRole('heading', { name: '3 pods without a matching NodePool' }),
    ).toBeTruthy();
    expect(
      screen.getAllByText(/^\w+\.\w+: 14.2 CPU requested, [\d.]+ CPU allocatable; 96.2 GiB memory/),
    ).not.toEqual([]);
    expect(screen.getByText(/^#1 in the queue/)).toBeTruthy();
  });
});

describe('a decision that replaces a node', () => {
  it('shows the replacement nodes, the destination of each pod and the achieved saving', async () => {
    await renderApp(
      `/decisions/${recorded.consolidateDecision}`,
      withDecision(({ plannedClaims }) => ({
        state: 'EXECUTED',
        plannedClaims: plannedClaims.map((claim) => ({ ...claim, ...chosen(claim) })),
        moves: [
          { pod: 'shop/web-1', from: 'ip-1', to: 'claim-0001' },
          { pod: 'shop/web-2', from: 'ip-1', to: 'ip-2' },
          { pod: 'shop/web-3', from: 'ip-1', to: null },
        ],
        costChange: '-0.1',
        achievedSaving: '0.09',
      })),
    );
    expect(await screen.findByRole('heading', { name: 'Replacement nodes (1)' })).toBeTruthy();
    const moves = screen.getByRole('table', { name: 'Moved pods' });
    expect(
      within(moves).getByRole('row', { name: /web-1 ip-1 new node \(c6i\.2xlarge\)/ }),
    ).toBeTruthy();
    expect(within(moves).getByRole('row', { name: /web-2 ip-1 ip-2/ })).toBeTruthy();
    expect(
      within(moves).getByRole('row', { name: /web-3 ip-1 next scheduling batch/ }),
    ).toBeTruthy();
    expect(screen.getByText('$65.70/month of $73.00/month promised (90%)')).toBeTruthy();
  });
});

describe('a decision about a static pool', () => {
  it('shows the replicas that it launches nodes for', async () => {
    await renderApp(`/decisions/${recorded.staticDecision}`);
    expect(
      await screen.findByRole('heading', { name: /^Launched 2 nodes without pending pods in / }),
    ).toBeTruthy();
    expect(screen.getByText('static requires 2, had 0')).toBeTruthy();
    expect(screen.getByText('2 replicas')).toBeTruthy();
    expect(screen.queryByText(/was not recorded with this decision/)).toBeNull();
    expect(screen.queryByText(/planned for this node/)).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('groups the digits of many replicas', async () => {
    await renderApp(
      `/decisions/${recorded.staticDecision}`,
      withDecision(({ staticPool }) => ({
        staticPool: staticPool && { ...staticPool, replicas: 12_000, held: 1_500 },
      })),
    );
    expect(await screen.findByText('static requires 12,000, had 1,500')).toBeTruthy();
  });

  it('requires approval to remove nodes', async () => {
    await renderApp(`/decisions/${recorded.surplusDecision}`);
    expect(
      await screen.findByRole('heading', { name: 'Remove 1 surplus node in shop-prod-use1' }),
    ).toBeTruthy();
    expect(screen.getByText('required, 2 present')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Approve: remove 1 node, / })).toBeTruthy();
  });
});

describe('a decision about a standalone NodeClaim', () => {
  it('names the NodeClaim in the cluster', async () => {
    await renderApp(`/decisions/${recorded.standaloneDecision}`);
    expect(await screen.findByText('NodeClaim build-box, created in the cluster')).toBeTruthy();
    expect(screen.getByText(/^no NodePool, claim-/)).toBeTruthy();
    expect(screen.queryByText(/planned for this node/)).toBeNull();
    expect(screen.queryByText(/was not recorded with this decision/)).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });
});

const gapParts = { offeringPremium: '0.0041', unusedCapacity: '0.0202', placementPremium: '0' };

const planCost: Decision['planCost'] = {
  cost: '0.1372',
  lowerBound: '0.1129',
  firstFitCost: '0.181',
  firstFitNodeCount: 2,
  nodeCharge: '0.025',
  method: 'GREEDY',
  diversity: '0',
  gapParts,
};
