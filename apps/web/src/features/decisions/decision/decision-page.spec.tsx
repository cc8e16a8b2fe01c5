import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  chosen,
  type Decision,
  withClaims,
  withDecision,
} from '../../../../testing/changed-decision.js';
import { recordedAnswer } from '../../../../testing/recording/recorded-answers.js';
import { recorded, recordedAt } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  ApproveDecisionDocument,
  ClusterNamesDocument,
  DecisionDetailsDocument,
  ShellDocument,
} from '../../../gql/graphql.js';

const waiting = `/decisions/${recorded.emptyDecision}`;
const provision = `/decisions/${recorded.provisionDecision}`;
const drift = `/decisions/${recorded.driftDecision}`;
const approveName = /^Approve: remove 1 node, move no pods, save \$/;

const mayNotApprove = {
  action: 'DECISION_APPROVE' as const,
  isAllowed: false,
  reason: 'Ask an administrator.',
};
const raiseVersion = withDecision(({ version }) => ({ version: version + 1 }));

describe('a decision', () => {
  it('shows nodes to remove, pods to move, saving and budget', async () => {
    await renderApp(waiting);
    expect(
      await screen.findByRole('heading', { name: 'Remove 1 empty node in shop-prod-use1' }),
    ).toBeTruthy();
    expect(
      within(screen.getByRole('table', { name: 'Nodes to remove' })).getAllByRole('row'),
    ).toHaveLength(2);
    expect(screen.getByText(/Only DaemonSet and static pods run there/)).toBeTruthy();
    expect(screen.getByText('Budget 1: 100% of nodes')).toBeTruthy();
  });

  it('is approved with a comment, by keyboard', async () => {
    const { user, api } = await renderApp(waiting);
    api.answer(ApproveDecisionDocument, (answer) => {
      withDecision(approved)(api);
      return answer;
    });
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'quiet hour');
    screen.getByRole('textbox', { name: /Comment/ }).blur();
    await user.keyboard('a');
    expect(document.activeElement?.textContent).toMatch(approveName);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('“quiet hour”')).toBeTruthy();
    expect(api.sent(ApproveDecisionDocument)).toMatchObject([
      { input: { id: recorded.emptyDecision, comment: 'quiet hour' } },
    ]);
    expect(screen.queryByRole('button', { name: approveName })).toBeNull();
  });

  it('must be reviewed again when it changes while it is open', async () => {
    const { user, api, notify } = await renderApp(waiting);
    const approve = await screen.findByRole('button', { name: approveName });
    raiseVersion(api);
    notify({ topic: 'DECISION', clusterId: null });
    expect(await screen.findByText(/changed while this page was open/)).toBeTruthy();
    await user.click(approve);
    expect(api.sent(ApproveDecisionDocument)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'I have reviewed it again' }));
    await user.click(screen.getByRole('button', { name: approveName }));
    const { decision } = recordedAnswer(DecisionDetailsDocument, { id: recorded.emptyDecision });
    expect(api.sent(ApproveDecisionDocument)).toMatchObject([
      { input: { expectedVersion: (decision?.version ?? 0) + 1 } },
    ]);
  });

  it('shows the error of the API when the approval is stale', async () => {
    const { user, api } = await renderApp(waiting);
    api.answer(ApproveDecisionDocument, (_answer, { input }) =>
      recordedAnswer(ApproveDecisionDocument, { input: { ...input, expectedVersion: 0 } }),
    );
    await user.click(await screen.findByRole('button', { name: approveName }));
    expect(await screen.findByText(/The decision was changed \(its version is/)).toBeTruthy();
    expect(screen.getByRole('button', { name: approveName })).toBeTruthy();
  });

  it('cannot be approved by a read-only user, and says why', async () => {
    await renderApp(waiting, (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        viewer: { ...frame.viewer, permissions: [mayNotApprove] },
      }));
    });
    const approve = await screen.findByRole('button', { name: approveName });
    expect(approve.getAttribute('aria-description')).toBe('Ask an administrator.');
  });

  it('explains why it was superseded, node by node', async () => {
    await renderApp(waiting, withDecision(superseded));
    expect(await screen.findByText(/changed before the decision was executed/)).toBeTruthy();
    const changes = screen.getByRole('list', { name: 'What changed' });
    expect(
      within(changes).getByText(/^ip-[\d-]+\.ec2\.internal stays: 4 pods run on the node$/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
  });

  it('shows the progress of its execution, what blocks it and what is retried', async () => {
    await renderApp(waiting, withDecision(retrying));
    expect(await screen.findByText('1 of 4 nodes removed: 3 draining.')).toBeTruthy();
    expect(screen.getByText(/PodDisruptionBudget checkout\/cart blocks/)).toBeTruthy();
    expect(screen.getByText(/^has been failing for|9 attempts/)).toBeTruthy();
    expect(screen.getByText(/CLUSTER.FORBIDDEN: PATCH/)).toBeTruthy();
    expect(screen.getByText(/^How to fix: Grant “patch nodes”/)).toBeTruthy();
    expect(screen.getByText('Retrying')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('is never executed in a cluster in mode observe', async () => {
    await renderApp(`/decisions/${recorded.observedDecision}`);
    expect(await screen.findByText(/It is never executed/)).toBeTruthy();
  });

  it('explains a launch: chosen, compatible and excluded instance types', async () => {
    await renderApp(provision, withClaims(chosen));
    expect(
      await screen.findByRole('heading', { name: 'c6i.2xlarge, spot, us-east-1b' }),
    ).toBeTruthy();
    expect(screen.getByText(/^[\d,]+ types excluded, by reason$/)).toBeTruthy();
    expect(screen.getByText(/^The node must have arch amd64; these have arch arm64/)).toBeTruthy();
    expect(screen.getByText('Node ready for pods')).toBeTruthy();
  });

  it('shows no cost when another decision launches the replacement', async () => {
    await renderApp(`/decisions/${recorded.interruptDecision}`);
    expect(await screen.findByRole('heading', { name: /Drained 1 interrupted node/ })).toBeTruthy();
    expect(screen.queryByText('a price is unknown')).toBeNull();
  });

  it('has an empty state when it does not exist', async () => {
    await renderApp('/decisions/nowhere');
    expect(await screen.findByText('Decision not found')).toBeTruthy();
  });

  it.each([
    'emptyDecision',
    'driftDecision',
    'consolidateDecision',
    'provisionDecision',
    'failedDecision',
    'surplusDecision',
    'interruptDecision',
    'drainingDecision',
    'expireDecision',
    'deleteDecision',
  ] as const)('is free of axe violations: %s', async (name) => {
    await renderApp(`/decisions/${recorded[name]}`);
    await screen.findByRole('heading', { name: 'History' });
    expect(await axeViolations()).toEqual([]);
  });

  it('is free of axe violations when it was superseded', async () => {
    await renderApp(waiting, withDecision(superseded));
    await screen.findByRole('heading', { name: 'History' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the page of a decision', () => {
  it('shows no nodes for a launch that failed', async () => {
    await renderApp(
      `/decisions/${recorded.failedDecision}`,
      withDecision(({ outcome }) => ({
        nodeCount: 5,
        outcome: { ...outcome, launchFailedNodes: 5 },
      })),
    );
    expect(
      await screen.findByRole('heading', { name: 'Launch failed: 5 nodes in shop-staging-use1' }),
    ).toBeTruthy();
    expect(screen.getByText('0 of 5 nodes')).toBeTruthy();
    expect(screen.getByText(/None of the nodes became ready/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Before and after (as planned)' })).toBeTruthy();
    expect(screen.getAllByText(/AWS had insufficient capacity in \d+ offerings/)[0]).toBeTruthy();
  });

  it('shows for drift which field changed, where and when', async () => {
    await renderApp(drift);
    const reason = await screen.findByRole('region', { name: 'Reason: drift' });
    expect(within(reason).getByText(/NodePool no longer matches the node/)).toBeTruthy();
    expect(within(reason).getByText(/was changed/).textContent).toMatch(/was changed \d+ min ago/);
    expect(
      within(reason).getByRole('row', {
        name: 'spec.template.metadata.labels.team web shop',
      }),
    ).toBeTruthy();
    expect(screen.getByText('1 pod planned for this node')).toBeTruthy();
    expect(screen.queryByText(/^0 pods/)).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows for a reboot the condition of the node, and what follows if it fails', async () => {
    const repair = {
      action: 'REBOOT',
      condition: 'AcceleratedHardwareReady',
      status: 'False',
      since: new Date(Date.now() - 600_000).toISOString(),
      drainMs: 300_000,
    } as const;
    await renderApp(
      drift,
      withDecision(({ candidates }) => ({
        kind: 'REPAIR',
        candidates: candidates.map((each) => ({ ...each, drift: null, repair })),
      })),
    );
    const reason = await screen.findByRole('region', { name: 'Reason: unhealthy' });
    expect(reason.textContent).toContain('The condition AcceleratedHardwareReady became False');
    expect(reason.textContent).toContain(
      'Then its instance is rebooted, and its pods return to it. If it is not Ready 20 minutes later, it is terminated.',
    );
  });

  it('shows that the reason of drift was not recorded', async () => {
    await renderApp(
      drift,
      withDecision(({ candidates }) => ({
        candidates: candidates.map((each) => ({ ...each, drift: null })),
      })),
    );
    expect(await screen.findByText('The reason was not recorded with this decision.')).toBeTruthy();
  });

  it('shows after approval what happens next, and what to check when it takes long', async () => {
    await renderApp(drift, withDecision(approvedLongAgo));
    const progress = await screen.findByRole('status');
    expect(progress.textContent).toContain('validates the decision once more');
    expect(progress.textContent).toContain('check that a worker is running');
  });

  it('shows that the cluster is not connected', async () => {
    await renderApp(drift, (api) => {
      withDecision(approvedLongAgo)(api);
      api.answer(ClusterNamesDocument, ({ clusters }) => ({
        clusters: {
          ...clusters,
          nodes: clusters.nodes.map((each) => ({
            ...each,
            connection: { state: 'UNREACHABLE' as const },
          })),
        },
      }));
    });
    expect(await screen.findByText(/cluster is unreachable: nothing is executed/)).toBeTruthy();
  });

  it('keeps its cluster selected in the top bar', async () => {
    const { user, router } = await renderApp(drift);
    await screen.findByRole('region', { name: 'Reason: drift' });
    const picker = screen.getByRole<HTMLInputElement>('combobox', { name: 'Cluster' });
    expect(picker.value).toBe('shop-prod-use1');
    await user.click(screen.getByRole('link', { name: 'NodePools' }));
    expect(router.state.location.search).toEqual({ cluster: 'shop-prod-use1' });
    await user.click(screen.getByRole('link', { name: 'Fleet' }));
    await screen.findByRole('heading', { name: 'Fleet' });
    expect(picker.value).toBe('');
  });
});

const ago = (minutes: number): string =>
  new Date(recordedAt.getTime() - minutes * 60_000).toISOString();

const approved = ({ events, version }: Decision): Partial<Decision> => ({
  state: 'APPROVED',
  version: version + 1,
  decidedAt: ago(0),
  decidedBy: 'admin',
  comment: 'quiet hour',
  events: [
    ...events,
    { at: ago(0), kind: 'Approved', actor: 'admin', data: { comment: 'quiet hour' } },
  ],
});

const approvedLongAgo = (decision: Decision): Partial<Decision> => ({
  ...approved(decision),
  decidedAt: ago(2),
});

const superseded = ({ events, candidates }: Decision): Partial<Decision> => ({
  state: 'SUPERSEDED',
  finishedAt: ago(0),
  events: [
    ...events,
    {
      at: ago(0),
      kind: 'Superseded',
      actor: 'kerf',
      data: {
        dropped: candidates.map(({ nodeName }) => ({
          nodeName,
          reasons: [{ code: 'NOT_EMPTY', pods: 4, message: '4 pods run on the node' }],
        })),
      },
    },
  ],
});

/** One node is blocked by a PodDisruptionBudget, and the API server denies a call. */
const retrying = (): Partial<Decision> => ({
  state: 'EXECUTING',
  nodeCount: 4,
  executionStep: 'MARKED_FOR_DELETION',
  progress: {
    done: 1,
    total: 4,
    phases: [
      { phase: 'DRAINING', count: 3 },
      { phase: 'GONE', count: 1 },
    ],
    waitingFor: [
      'general-x2k4p: PodDisruptionBudget checkout/cart blocks eviction of pod cart-6d9f-x2kpq',
    ],
    failures: [
      {
        operation: 'node-claim.terminate',
        object: 'NodeClaim/general-b7m2q',
        errorCode: 'CLUSTER.FORBIDDEN',
        message: 'PATCH /api/v1/nodes/ip-10-41-0-77.ec2.internal: nodes is forbidden',
        remedy: 'Grant “patch nodes” to the groups of the role’s access entry.',
        attempts: 9,
        firstFailedAt: ago(4),
        lastFailedAt: ago(0),
      },
    ],
  },
});
