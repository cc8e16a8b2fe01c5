import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../testing/recording/recorded-answers.js';
import { recorded, recordedAt } from '../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../testing/render-app.js';
import {
  DecisionsDocument,
  MovedByDocument,
  OwnerPodsDocument,
  PodDetailsDocument,
  type PodDetailsQuery,
  type PodFieldsFragment,
  PodNodeDocument,
  type PodNodeQuery,
  PodPendingDocument,
  type PodPendingQuery,
} from '../gql/graphql.js';

const moving = recordedAnswer(DecisionsDocument, {
  filter: {},
  after: null,
}).decisions.nodes.find(({ id }) => id === recorded.consolidateDecision);

const fields: PodFieldsFragment = {
  uid: 'uid-1',
  namespace: 'shop',
  name: 'web-7c9f-x1',
  ownerKind: 'ReplicaSet',
  ownerName: 'web-7c9f',
  deployment: 'web',
  phase: 'BOUND',
  nodeName: 'ip-10-0-0-1',
  requests: [
    { resource: 'cpu', amount: 1_000, quantity: '1' },
    { resource: 'pods', amount: 1, quantity: '1' },
  ],
  price: '0.02',
  createdAt: recordedAt.toISOString(),
};

const node: NonNullable<PodNodeQuery['node']> = {
  name: 'ip-10-0-0-1',
  nodePool: 'general',
  instanceType: 'm5.xlarge',
  capacityType: 'SPOT',
  allocatable: [{ resource: 'cpu', amount: 4_000, quantity: '4' }],
  blockers: [
    {
      code: 'PDB_BLOCKS',
      data: { pdb: 'shop/web', pod: 'shop/web-7c9f-x1' },
      message: 'PDB shop/web allows no eviction of pod shop/web-7c9f-x1',
      subject: 'PDB',
      remedy: 'Change the PDB.',
    },
    {
      code: 'PDB_BLOCKS',
      data: { pdb: 'shop/api', pod: 'shop/api-1' },
      message: 'PDB shop/api allows no eviction of pod shop/api-1',
      subject: 'PDB',
      remedy: null,
    },
  ],
  asOf: recordedAt.toISOString(),
};

const pod: NonNullable<PodDetailsQuery['pod']> = {
  ...fields,
  clusterId: recorded.prod,
  isDaemon: false,
};
const address = '/clusters/shop-prod-use1/pods/shop/web-7c9f-x1';

const renderPod = (shown: PodDetailsQuery['pod'], pending: PodPendingQuery['pendingPod'] = null) =>
  renderApp(address, (api) => {
    api.answer(PodDetailsDocument, () => ({ pod: shown }));
    api.answer(PodNodeDocument, () => ({ node }));
    api.answer(PodPendingDocument, () => ({ pendingPod: pending }));
    api.answer(MovedByDocument, () => ({
      decisions: { nodes: moving === undefined ? [] : [moving], totalCount: 3 },
    }));
  });

describe('the page of a pod', () => {
  it('shows its node, its Deployment, its share of the node, and its cost with the rule', async () => {
    await renderPod(pod);
    const nodeLink = await screen.findByRole('link', { name: 'ip-10-0-0-1' });
    expect(nodeLink.getAttribute('href')).toBe('/clusters/shop-prod-use1/nodes/ip-10-0-0-1');
    const owner = screen.getByRole('link', { name: 'Deployment web' });
    expect(owner.getAttribute('href')).toBe('/clusters/shop-prod-use1/owners/shop/Deployment/web');
    expect(
      within(screen.getByRole('table', { name: 'Requested resources' })).getByText('25%'),
    ).toBeTruthy();
    expect(screen.getByText('$0.0200/h')).toBeTruthy();
    expect(screen.getByText(/one half by CPU, the other half by memory/)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows what of it blocks disruption of its node, and nothing of other pods', async () => {
    await renderPod(pod);
    expect(await screen.findByText(/PDB shop\/web allows no eviction/)).toBeTruthy();
    expect(screen.queryByText(/PDB shop\/api/)).toBeNull();
  });

  it('links to the decisions that moved it, and counts the older ones', async () => {
    const { api } = await renderPod(pod);
    const table = within(await screen.findByRole('table', { name: 'Decisions, newest first' }));
    expect(table.getByRole('link').getAttribute('href')).toBe(
      `/decisions/${recorded.consolidateDecision}`,
    );
    expect(screen.getByText('and 2 older decisions')).toBeTruthy();
    expect(api.sent(MovedByDocument)).toEqual([
      { clusterId: recorded.prod, moved: 'shop/web-7c9f-x1' },
    ]);
  });

  it('says why a pending pod is pending', async () => {
    const pending: PodPendingQuery['pendingPod'] = {
      uid: 'uid-1',
      name: 'web-7c9f-x1',
      createdAt: recordedAt.toISOString(),
      schedulerMessage: null,
      requests: [],
      verdict: null,
    };
    await renderPod({ ...pod, phase: 'PENDING', nodeName: null, price: null }, pending);
    expect(await screen.findByText('Pending: Awaiting the next scheduling batch')).toBeTruthy();
    expect(screen.queryByText(/one half by CPU/)).toBeNull();
  });

  it('says that a pod is gone, and still shows the decisions that moved it', async () => {
    await renderPod(null);
    expect(await screen.findByText('The pod is gone')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Decisions, newest first' })).toBeTruthy();
  });
});

describe('the page of an owner', () => {
  it('shows its pods with links, their cost, and the decisions that moved them', async () => {
    const { api, user, router } = await renderApp(
      '/clusters/shop-prod-use1/owners/shop/Deployment/web',
      (recordedApi) => {
        recordedApi.answer(OwnerPodsDocument, () => ({
          pods: {
            nodes: [fields],
            pageInfo: { hasNextPage: false, endCursor: null },
            totalCount: 1,
            totals: { pods: 1, pendingPods: 0, nodes: 1, price: '0.02', unpricedPods: 0 },
            asOf: recordedAt.toISOString(),
          },
        }));
        recordedApi.answer(PodDetailsDocument, () => ({ pod }));
        recordedApi.answer(PodNodeDocument, () => ({ node }));
      },
    );
    expect(await screen.findByText('$0.0200/h')).toBeTruthy();
    expect(api.sent(MovedByDocument)).toEqual([
      { clusterId: recorded.prod, moved: 'shop/Deployment/web' },
    ]);
    expect(await axeViolations()).toEqual([]);
    await user.click(await screen.findByRole('link', { name: 'web-7c9f-x1' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(address));
  });

  it('says that an owner has no pods', async () => {
    await renderApp('/clusters/shop-prod-use1/owners/shop/Deployment/none');
    expect(await screen.findByText('No pods')).toBeTruthy();
  });
});
