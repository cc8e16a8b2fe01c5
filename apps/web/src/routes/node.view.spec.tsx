import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aReason } from '../../testing/a-reason.js';
import { recordedAnswer } from '../../testing/recording/recorded-answers.js';
import { recorded, recordedAt } from '../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../testing/render-app.js';
import {
  InterruptionDetailsDocument,
  InterruptionsDocument,
  NodeClaimDetailsDocument,
  NodeDetailsDocument,
  NodesDocument,
  ShellDocument,
} from '../gql/graphql.js';

const node = recorded.managedNode;
const page = `/clusters/shop-prod-use1/nodes/${node}`;
const fourMinutesAgo = new Date(recordedAt.getTime() - 240_000).toISOString();

describe('the page of a node', () => {
  it('shows lifecycle, disruption blockers and interruption notices', async () => {
    await renderApp(page);
    expect(await screen.findByRole('heading', { name: node })).toBeTruthy();
    expect(await screen.findByRole('row', { name: /Registered.*\d s/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Disruption blocked by' })).toBeTruthy();
    expect(await screen.findByText('No interruption notices.')).toBeTruthy();
  });

  it('has its instance as a link to the console of AWS, which the sandbox has not', async () => {
    await renderApp(page, (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        product: { ...frame.product, sandbox: null },
      }));
    });
    const link = await screen.findByRole('link', { name: /^i-[0-9a-f]+$/ });
    expect(link.getAttribute('href')).toMatch(/^https:.*#InstanceDetails:instanceId=i-[0-9a-f]+$/);
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('keeps the last evaluation of what blocks it, with its age', async () => {
    await renderApp(`/clusters/shop-prod-use1?q=${node}`, (api) => {
      api.answer(NodesDocument, ({ nodes }) => ({
        nodes: nodes && {
          ...nodes,
          nodes: nodes.nodes.map((each) => ({ ...each, blockersEvaluatedAt: fourMinutesAgo })),
        },
      }));
    });
    const row = await screen.findByRole('row', { name: new RegExp(node.split('.')[0] ?? '') });
    expect(within(row).getByText(/4 min ago/)).toBeTruthy();
  });

  it('shows the age of the evaluation, and that other nodes are ahead', async () => {
    await renderApp(page, (api) => {
      api.answer(NodeDetailsDocument, (answer) => ({
        node: answer.node && {
          ...answer.node,
          blockers: [aReason({ code: 'PRICE_UNKNOWN' })],
          blockersEvaluatedAt: fourMinutesAgo,
        },
      }));
    });
    expect(await screen.findByText(/Evaluated/)).toBeTruthy();
    expect(screen.getByText(/other nodes are ahead in the queue/)).toBeTruthy();
  });

  it('shows why the node has drifted, and since when', async () => {
    await renderApp(page, (api) => {
      api.answer(NodeDetailsDocument, ({ node: found }) => ({
        node: found && {
          ...found,
          nodeClaim: found.nodeClaim && {
            ...found.nodeClaim,
            drift: { reason: 'AMIDrift', since: fourMinutesAgo },
          },
        },
      }));
    });
    expect(
      await screen.findByText(/The EC2NodeClass selects another AMI \(AMIDrift\)/),
    ).toBeTruthy();
  });

  it('shows that a node does not exist', async () => {
    await renderApp('/clusters/shop-prod-use1/nodes/nowhere');
    expect(await screen.findByText('Node not found')).toBeTruthy();
  });

  it('shows that a cluster is not registered', async () => {
    await renderApp('/clusters/nowhere/nodes/ip-1');
    expect(await screen.findByText('No cluster named nowhere is registered')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp(page);
    await screen.findByText('No interruption notices.');
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the page of a NodeClaim', () => {
  it('shows its lifecycle and links its interruption notices', async () => {
    const { user, router } = await renderApp(`/node-claims/${recorded.failedClaim}`, (api) => {
      const id = recorded.lostPodsInterruption;
      const { interruption } = recordedAnswer(InterruptionDetailsDocument, { id });
      api.answer(InterruptionsDocument, ({ interruptions }) => ({
        interruptions: { ...interruptions, nodes: interruption === null ? [] : [interruption] },
      }));
    });
    expect(await screen.findByText(/AWS had insufficient capacity in \d+ offerings/)).toBeTruthy();
    await user.click(await screen.findByRole('link', { name: 'Spot interruption' }));
    expect(router.state.location.pathname).toBe('/interruptions');
  });

  it('shows that it has no NodePool', async () => {
    await renderApp(`/node-claims/${recorded.failedClaim}`, (api) => {
      api.answer(NodeClaimDetailsDocument, ({ nodeClaim }) => ({
        nodeClaim: nodeClaim && { ...nodeClaim, nodePool: null },
      }));
    });
    expect(await screen.findByText('No NodePool')).toBeTruthy();
  });

  it('shows that a NodeClaim does not exist', async () => {
    await renderApp('/node-claims/nowhere');
    expect(await screen.findByText('NodeClaim not found')).toBeTruthy();
  });
});
