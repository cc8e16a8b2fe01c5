import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withDecision } from '../../../../testing/changed-decision.js';
import type { RecordedApi } from '../../../../testing/recording/recorded-api.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { renderApp } from '../../../../testing/render-app.js';
import { DecisionApprovalDocument } from '../../../gql/graphql.js';

const message =
  'No replacement can be launched first: NodePool batch has reached its limit of 3 nodes. 2 pods wait about 3 minutes for a new node after the drain.';
const goesFirst = withDecision(() => ({
  terminateFirst: { code: 'NODE_LIMIT_REACHED', message, pods: 2, waitMs: 180_000 },
  plannedClaims: [],
  moves: [
    { pod: 'shop/web-1', from: 'node-a', to: null },
    { pod: 'shop/api-1', from: 'node-a', to: 'node-b' },
  ],
}));
const pod = {
  pod: 'shop/web-1',
  from: 'node-a',
  owner: 'ReplicaSet/web',
  replicas: 1,
  waits: true,
  persistentVolumes: 0,
  gracePeriodMs: 30_000,
  budget: null,
  headroom: null,
};
const withPods =
  (...pods: readonly (typeof pod)[]) =>
  (api: RecordedApi): void =>
    api.answer(DecisionApprovalDocument, ({ decision }) => ({
      decision: decision && {
        ...decision,
        approval: decision.approval && { ...decision.approval, pods: [...pods] },
      },
    }));
const arranged =
  (...pods: readonly (typeof pod)[]) =>
  (api: RecordedApi): void => {
    goesFirst(api);
    withPods(...pods)(api);
  };
const path = `/decisions/${recorded.emptyDecision}`;

describe('a decision that removes a node before its replacement', () => {
  it('says why, how long pods wait, and which workloads do not run meanwhile', async () => {
    const other = { ...pod, pod: 'shop/api-1', owner: 'ReplicaSet/api', replicas: 2 };
    await renderApp(path, arranged(pod, other));
    expect(await screen.findByText(message)).toBeTruthy();
    const sentence = await screen.findByText(/Meanwhile nothing runs of/);
    expect(sentence.textContent).toContain('ReplicaSet/web (pod shop/web-1)');
    expect(sentence.textContent).not.toContain('ReplicaSet/api');
    expect(sentence.textContent).toContain('onlyPodWaits: true');
    const table = screen.getByRole('table', { name: 'Pods to move' });
    expect(within(table).getByText('waits for a new node')).toBeTruthy();
    expect(within(table).getByText('node-b')).toBeTruthy();
  });

  it('names no workload if each has another pod', async () => {
    await renderApp(path, arranged({ ...pod, replicas: 2 }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText(/Meanwhile nothing runs of/)).toBeNull();
  });

  it('is the only kind that has this panel', async () => {
    await renderApp(path);
    expect(await screen.findByRole('table', { name: 'Nodes to remove' })).toBeTruthy();
    expect(screen.queryByText('Removed before its replacement')).toBeNull();
  });
});
