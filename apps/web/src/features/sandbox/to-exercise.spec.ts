import { describe, expect, it } from 'vitest';
import type { ExerciseProgressQuery } from '../../gql/graphql.js';
import { exportCommand, toExercise } from './to-exercise.js';

const sandbox = {
  kubeconfig: '/home/o’neil/my kerf/kubeconfig',
  awsEndpoint: 'http://127.0.0.1:4566',
  exerciseCluster: 'prod',
  exerciseContext: 'prod',
  scenarios: null,
};

const nothing: ExerciseProgressQuery = {
  nodePools: { nodes: [] },
  pendingPodGroups: { nodes: [] },
  nodes: { totalCount: 0 },
  decisions: { nodes: [] },
};

const doneOf = (progress: ExerciseProgressQuery | undefined): readonly boolean[] =>
  toExercise(sandbox, progress).map(({ isDone }) => isDone);

describe('toExercise', () => {
  it('has no completed step at first', () => {
    expect(doneOf(undefined)).toEqual([false, false, false, false, false]);
    expect(doneOf(nothing)).toEqual([false, false, false, false, false]);
  });

  it('completes a step when Kerf has observed it', () => {
    const withPool = { ...nothing, nodePools: { nodes: [{ name: 'default' }] } };
    expect(doneOf(withPool)).toEqual([true, false, false, false, false]);
    const withPods = {
      ...withPool,
      pendingPodGroups: { nodes: [{ ownerName: 'inflate-7d9c5b' }] },
    };
    expect(doneOf(withPods)).toEqual([true, true, false, false, false]);
  });

  it('keeps earlier steps completed when their objects are removed', () => {
    const removed = {
      ...nothing,
      decisions: { nodes: [{ id: 'dec_2', kind: 'EMPTY', state: 'EXECUTED' } as const] },
    };
    expect(doneOf(removed)).toEqual([true, true, true, true, true]);
  });

  it('keeps steps completed that were completed before, whatever is there now', () => {
    const doneBefore = (count: number) =>
      toExercise(sandbox, nothing, count).map(({ isDone }) => isDone);
    expect(doneBefore(2)).toEqual([true, true, false, false, false]);
    expect(doneBefore(5)).toEqual([true, true, true, true, true]);
  });

  it('links the decision awaiting approval', () => {
    const waiting = {
      ...nothing,
      decisions: { nodes: [{ id: 'dec_2', kind: 'EMPTY', state: 'AWAITING_APPROVAL' } as const] },
    };
    const steps = toExercise(sandbox, waiting);
    expect(steps.map(({ isDone }) => isDone)).toEqual([true, true, true, true, false]);
    expect(steps[4]?.decisionId).toBe('dec_2');
  });
});

describe('exportCommand', () => {
  it('quotes a path with special characters for the shell', () => {
    expect(exportCommand(sandbox)).toBe("export KUBECONFIG='/home/o’neil/my kerf/kubeconfig'");
    expect(exportCommand({ ...sandbox, kubeconfig: "/it's" })).toBe(
      `export KUBECONFIG='/it'\\''s'`,
    );
    expect(exportCommand({ ...sandbox, kubeconfig: '/tmp/kube' })).toBe(
      'export KUBECONFIG=/tmp/kube',
    );
  });
});
