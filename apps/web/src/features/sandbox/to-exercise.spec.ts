import { describe, expect, it } from 'vitest';
import type { ExerciseProgressQuery } from '../../gql/graphql.js';
import { exerciseCommands, toExercise } from './to-exercise.js';

const nothing: ExerciseProgressQuery = {
  nodePools: { nodes: [] },
  pods: { totalCount: 0 },
  pendingPodGroups: { nodes: [] },
  nodes: { totalCount: 0 },
  decisions: { nodes: [] },
};

type Decision = ExerciseProgressQuery['decisions']['nodes'][number];

const decision = (kind: Decision['kind'], state: Decision['state'], rest = {}): Decision => ({
  id: `dec_${kind}_${state}`,
  kind,
  state,
  nodeCount: 1,
  executionStep: 'NONE',
  achievedSaving: null,
  ...rest,
});

const withDecisions = (...nodes: Decision[]): ExerciseProgressQuery => ({
  ...nothing,
  decisions: { nodes },
});

const countDone = (progress: ExerciseProgressQuery | undefined, doneBefore = 0): number => {
  const done = toExercise(progress, doneBefore).map(({ isDone }) => isDone);
  const count = done.filter(Boolean).length;
  expect(done).toEqual(done.map((_, index) => index < count));
  return count;
};

const stepOf = (name: string, progress: ExerciseProgressQuery) =>
  toExercise(progress).find((step) => step.name === name);

const provisioned = decision('PROVISION', 'EXECUTED', { nodeCount: 2 });

describe('toExercise', () => {
  it('has no completed step at first', () => {
    expect(countDone(undefined)).toBe(0);
    expect(countDone(nothing)).toBe(0);
  });

  it('completes a step when Kerf has observed it', () => {
    const withPool = { ...nothing, nodePools: { nodes: [{ name: 'default' }] } };
    expect(countDone(withPool)).toBe(1);
    const pending = { nodes: [{ ownerName: 'inflate-7d9c5b', count: 5 }] };
    const withPods = { ...withPool, pendingPodGroups: pending };
    expect(countDone(withPods)).toBe(2);
    const withNodes = { ...withPool, pods: { totalCount: 5 }, nodes: { totalCount: 2 } };
    expect(countDone(withNodes)).toBe(3);
    expect(countDone({ ...withNodes, pods: { totalCount: 0 } })).toBe(4);
    expect(countDone(withDecisions(decision('EMPTY', 'AWAITING_APPROVAL'), provisioned))).toBe(4);
    expect(countDone(withDecisions(decision('EMPTY', 'EXECUTING'), provisioned))).toBe(5);
    expect(countDone(withDecisions(decision('EMPTY', 'EXECUTED'), provisioned))).toBe(6);
  });

  it('keeps steps completed that were completed before, whatever is there now', () => {
    expect([0, 2, 6].map((before) => countDone(nothing, before))).toEqual([0, 2, 6]);
  });

  it('keeps all steps completed while the removal of the next node awaits approval', () => {
    const removals = withDecisions(
      decision('EMPTY', 'AWAITING_APPROVAL'),
      decision('EMPTY', 'EXECUTED', { achievedSaving: '0.085' }),
      provisioned,
    );
    expect(countDone(removals)).toBe(6);
    expect(stepOf('approve', removals)?.decisionId).toBe('dec_EMPTY_AWAITING_APPROVAL');
    expect(stepOf('save', removals)).toMatchObject({
      decisionId: 'dec_EMPTY_EXECUTED',
      progress: 'Removed 1 node: saves $0.0850/h.',
    });
  });

  it('says how far the launch is', () => {
    const pending = { nodes: [{ ownerName: 'inflate-7d9c5b', count: 5 }] };
    const waiting = { ...nothing, pendingPodGroups: pending };
    expect(stepOf('launch', waiting)?.progress).toBe('5 pods pending; Kerf plans nodes for them.');
    const launching = withDecisions(decision('PROVISION', 'EXECUTING', { nodeCount: 2 }));
    expect(stepOf('launch', { ...launching, nodes: { totalCount: 1 } })).toMatchObject({
      progress: '1 of 2 nodes ready.',
      decisionId: 'dec_PROVISION_EXECUTING',
    });
  });

  it.each([
    [[], /^Kerf waits until the nodes are empty for 30 s/],
    [[decision('EMPTY', 'SUPERSEDED')], /^Kerf waits until the nodes are empty/],
    [[decision('EMPTY', 'PROPOSED')], /^Proposed/],
    [[decision('EMPTY', 'AWAITING_APPROVAL')], /awaits approval/],
  ])('says how far the proposal is: %o', (removals, text) => {
    expect(stepOf('approve', withDecisions(...removals, provisioned))?.progress).toMatch(text);
  });

  it('says how far the removal is', () => {
    const draining = decision('EMPTY', 'EXECUTING', { executionStep: 'MARKED_FOR_DELETION' });
    expect(stepOf('save', withDecisions(draining))?.progress).toBe('The node is being drained.');
    const unpriced = withDecisions(decision('EMPTY', 'EXECUTED'));
    expect(stepOf('save', unpriced)?.progress).toBe('Removed 1 node: its price is unknown.');
  });
});

describe('exerciseCommands', () => {
  it('quotes a path with special characters for the shell', () => {
    const sandbox = {
      kubeconfig: '/home/o’neil/my kerf/kubeconfig',
      awsEndpoint: 'http://127.0.0.1:4566',
      exerciseCluster: 'prod',
      exerciseContext: 'prod',
      scenarios: null,
    };
    const exportOf = (kubeconfig: string) => exerciseCommands({ ...sandbox, kubeconfig })[0];
    expect(exportOf(sandbox.kubeconfig)).toBe(
      "export KUBECONFIG='/home/o’neil/my kerf/kubeconfig'",
    );
    expect(exportOf("/it's")).toBe(`export KUBECONFIG='/it'\\''s'`);
    expect(exportOf('/tmp/kube')).toBe('export KUBECONFIG=/tmp/kube');
  });
});
