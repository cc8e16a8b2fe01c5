import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aReason } from '../../testing/a-reason.js';
import type { RecordedApi } from '../../testing/recording/recorded-api.js';
import { recorded } from '../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../testing/render-app.js';
import {
  DisruptionSimulationDocument,
  type DisruptionSimulationQuery,
  NodeDetailsDocument,
  SimulateDisruptionDocument,
} from '../gql/graphql.js';

const node = recorded.managedNode;
const page = `/clusters/shop-prod-use1/nodes/${node}`;
type Simulation = NonNullable<DisruptionSimulationQuery['disruptionSimulation']>;
type Result = NonNullable<Simulation['result']>;

/** Changes the recorded simulation. */
const answerWith = (api: RecordedApi, change: (recording: Simulation) => Simulation | null) =>
  api.answer(DisruptionSimulationDocument, ({ disruptionSimulation }) => ({
    disruptionSimulation: disruptionSimulation && change(disruptionSimulation),
  }));
const answerWithResult = (api: RecordedApi, fields: Partial<Result>) =>
  answerWith(api, (simulation) => ({
    ...simulation,
    result: simulation.result && { ...simulation.result, ...fields },
  }));

async function openSimulation(prepare?: (api: RecordedApi) => void) {
  const rendered = await renderApp(page, prepare);
  await rendered.user.click(await screen.findByRole('button', { name: 'Simulate removal' }));
  return rendered;
}
const panel = () => screen.findByRole('complementary', { name: 'Simulated removal' });

const isBeingDeleted = aReason({
  code: 'NODE_POOL_BEING_DELETED',
  message: 'NodePool general is being deleted',
});

describe('the simulated removal of a node', () => {
  it('is requested by a button and shown beside the page, at its own URL', async () => {
    const { api, router } = await openSimulation();
    const shown = within(await panel());
    expect(await shown.findByRole('heading', { name: /^New nodes \(\d+\)$/ })).toBeTruthy();
    expect(shown.getByRole('heading', { name: 'Voluntary disruption blocked by' })).toBeTruthy();
    expect(shown.getByRole('heading', { name: /^Pods that move \(\d+\)$/ })).toBeTruthy();
    expect(api.sent(SimulateDisruptionDocument)).toMatchObject([
      { input: { clusterId: recorded.prod, nodeNames: [node] } },
    ]);
    expect(router.state.location.search).toMatchObject({
      simulation: expect.stringMatching(/^sim_/),
    });
  });

  it('shows moves, new nodes, cost and blockers', async () => {
    await openSimulation((api) =>
      answerWithResult(api, {
        costChange: '-0.04',
        consolidation: { isPossible: true, saving: '0.04', blocker: null },
        nodes: [
          {
            nodeName: node,
            daemonPods: 2,
            podsWithoutController: ['shop/debug'],
            blockers: [
              {
                disruptionReasons: ['UNDERUTILIZED', 'DRIFTED'],
                reason: aReason({ code: 'NODE_DO_NOT_DISRUPT' }),
                until: null,
              },
              {
                disruptionReasons: [],
                reason: aReason({ code: 'NOT_INITIALIZED' }),
                until: null,
              },
            ],
          },
        ],
        moves: [
          { pod: 'shop/web-1', from: node, to: 'ip-10-0-0-9' },
          { pod: 'shop/web-2', from: node, to: 'claim-0001' },
        ],
        replacements: [
          {
            plannedId: 'claim-0001',
            nodePool: 'general',
            pods: [{ uid: 'uid-2' }],
            expected: offering('m5.large'),
            options: ['m5.large', 'c5.large', 'm6i.large'].map(offering),
            optionCount: 12,
          },
        ],
      }),
    );
    const shown = within(await panel());
    expect(await shown.findByText('−$0.0400/h')).toBeTruthy();
    expect(shown.getByText('(for Underutilized and Drifted)')).toBeTruthy();
    expect(shown.getByText('(for any reason)')).toBeTruthy();
    expect(shown.getByText(/Nothing creates them again.*shop\/debug/)).toBeTruthy();
    expect(
      shown.getByRole('row', { name: /m5\.large spot .*c5\.large, m6i\.large and 9 more/ }),
    ).toBeTruthy();
    const existing = shown.getByRole('link', { name: 'ip-10-0-0-9' });
    expect(existing.getAttribute('href')).toBe('/clusters/shop-prod-use1/nodes/ip-10-0-0-9');
    expect(shown.getByRole('row', { name: 'shop/web-2 new node (m5.large)' })).toBeTruthy();
  });

  it('shows why a pod has no node, and that the cost is unknown', async () => {
    await openSimulation((api) =>
      answerWithResult(api, {
        costChange: null,
        unplaced: [
          {
            pod: 'shop/huge',
            from: null,
            reasons: [],
            byNodePool: [
              {
                nodePool: 'general',
                reason: isBeingDeleted,
                nearest: null,
                fix: null,
              },
            ],
          },
        ],
      }),
    );
    const shown = within(await panel());
    expect(await shown.findByText('unknown, because a price is unknown')).toBeTruthy();
    expect(shown.getByRole('heading', { name: 'Pods without a node (1)' })).toBeTruthy();
    expect(shown.getByText(/pending now/).textContent).toBe('shop/huge (pending now)');
    expect(shown.getByRole('row', { name: /^general .*deleted/ })).toBeTruthy();
  });

  it('says that it is in progress, and shows the answer as soon as it is there', async () => {
    const problem = 'No worker has answered within 60 s. Check that a worker is running.';
    let answer: Pick<Simulation, 'state' | 'problem'> = { state: 'REQUESTED', problem: null };
    const { notify } = await openSimulation((api) =>
      answerWith(api, (simulation) => ({ ...simulation, ...answer, result: null })),
    );
    const shown = within(await panel());
    expect(await shown.findByText(/Nothing in the cluster changes/)).toBeTruthy();
    expect(shown.queryByRole('button', { name: 'Simulate again' })).toBeNull();
    answer = { state: 'FAILED', problem };
    notify({ topic: 'SIMULATION', clusterId: null });
    expect(await shown.findByText(problem)).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Simulate again' })).toBeTruthy();
  });

  it('says that a simulation was deleted', async () => {
    await openSimulation((api) => answerWith(api, () => null));
    expect(await screen.findByText('Simulations are deleted after an hour.')).toBeTruthy();
  });

  it('shows why a request was refused', async () => {
    await openSimulation((api) =>
      api.answer(SimulateDisruptionDocument, () => ({
        simulateDisruption: {
          simulation: null,
          userErrors: [
            { code: 'CONFLICT' as const, field: null, message: 'The cluster is not connected.' },
          ],
        },
      })),
    );
    expect(await screen.findByText('The cluster is not connected.')).toBeTruthy();
  });

  it('is not offered for a node that Kerf does not manage', async () => {
    await renderApp(page, (api) =>
      api.answer(NodeDetailsDocument, (answer) => ({
        node: answer.node && { ...answer.node, nodeClaim: null },
      })),
    );
    const button = await screen.findByRole('button', { name: 'Simulate removal' });
    expect(button.getAttribute('aria-description')).toBe('Kerf does not manage this node');
  });

  it('is free of axe violations', async () => {
    await openSimulation();
    await within(await panel()).findByRole('heading', { name: /^New nodes/ });
    expect(await axeViolations()).toEqual([]);
  });
});

const offering = (instanceType: string) => ({
  instanceType,
  zone: 'us-east-1a',
  capacityType: 'SPOT' as const,
  price: '0.056',
  isPriceEstimated: false,
});
