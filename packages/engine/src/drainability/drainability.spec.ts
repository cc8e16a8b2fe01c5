import { aPod, aPodDisruptionBudget, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { BoundPod } from '../model/pod.js';
import type { PodDisruptionBudget } from '../model/pod-disruption-budget.js';
import { parseGoDuration } from './go-duration.js';
import { podBlocks } from './pod-blocks.js';
import { hasInvalidProtection, isReschedulable, protectionOf } from './pod-state.js';

describe('a Go duration', () => {
  it.each([
    ['30m', 1_800_000],
    ['1h15m', 4_500_000],
    ['1.5h', 5_400_000],
    ['.5s', 500],
    ['100ms', 100],
    ['1ns', 1],
    ['+2s', 2_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseGoDuration(text)).toBe(ms);
  });

  it('is refused in linear time, however many parts come before the mistake', () => {
    expect(parseGoDuration(`${'11s'.repeat(50_000)}x`)).toBeNull();
  });

  it.each(['', 'true', '30', '-5m', '0s', '1d', 'm30', '1h 5m', `${'9'.repeat(400)}h`])(
    '%j is not a duration',
    (text) => {
      expect(parseGoDuration(text)).toBeNull();
    },
  );
});

describe('do-not-disrupt on a pod', () => {
  it.each<[string, Partial<BoundPod>, unknown]>([
    ['protects without a limit', { doNotDisrupt: 'true' }, { until: null }],
    ['protects for a time', { doNotDisrupt: '10s', startedAt: 0 }, { until: 10_000 }],
    ['has expired', { doNotDisrupt: '1s', startedAt: 0 }, null],
    [
      'protects while the start is unknown',
      { doNotDisrupt: '1s', startedAt: null },
      { until: null },
    ],
    ['is ignored if it is invalid', { doNotDisrupt: 'yes please' }, null],
    ['is missing', {}, null],
  ])('%s', (_what, changes, expected) => {
    expect(protectionOf(aPod().running(changes), 5_000)).toEqual(expected);
  });
});

describe('do-not-disrupt without effect', () => {
  it.each([
    [null, false],
    ['true', false],
    ['30m', false],
    ['false', true],
    ['30', true],
    ['1 hour', true],
  ])('is reported for %j: %s', (doNotDisrupt, expected) => {
    expect(hasInvalidProtection(aPod().running({ doNotDisrupt }))).toBe(expected);
  });
});

describe('a reschedulable pod', () => {
  it.each<[string, Partial<BoundPod>, boolean]>([
    ['runs', {}, true],
    ['has ended', { isTerminal: true }, false],
    ['is ending', { isTerminating: true }, false],
    [
      'is terminating and of a StatefulSet',
      { isTerminating: true, ownerKind: 'StatefulSet' },
      true,
    ],
    ['is a daemon', { ownerKind: 'DaemonSet' }, false],
    ['is static', { ownerKind: 'Node' }, false],
  ])('%s: %o is %s', (_what, changes, expected) => {
    expect(isReschedulable(aPod().running(changes))).toBe(expected);
  });
});

describe('pods that block disruption of their node', () => {
  const web = podsWith({ app: 'web' });
  const none = aPodDisruptionBudget('none', web);
  const see = (pod: BoundPod, ...budgets: readonly PodDisruptionBudget[]) =>
    podBlocks([pod], budgets, 0);

  it('are those with do-not-disrupt, daemons and static pods too', () => {
    const block = { code: 'POD_DO_NOT_DISRUPT', pod: 'default/web', until: null };
    for (const ownerKind of ['ReplicaSet', 'DaemonSet', 'Node'] as const) {
      expect(see(aPod().running({ doNotDisrupt: 'true', ownerKind }))).toEqual([block]);
    }
    expect(see(aPod().running({ doNotDisrupt: 'true', isTerminal: true }))).toEqual([]);
  });

  it('are those with a PodDisruptionBudget that allows no disruption', () => {
    const block = { code: 'PDB_BLOCKS', pdb: 'default/none', pod: 'default/web' };
    expect(see(aPod().running(), none)).toEqual([block]);
    expect(see(aPod().running({ ownerKind: 'DaemonSet' }), none)).toEqual([block]);
    expect(
      see(aPod().running(), aPodDisruptionBudget('some', web, { disruptionsAllowed: 1 })),
    ).toEqual([]);
  });

  it('are all of a namespace with a PodDisruptionBudget that selects everything', () => {
    const everything = aPodDisruptionBudget('everything', podsWith({}));
    const blocked = see(aPod().labelled({}).running(), everything);
    expect(blocked).toEqual([
      { code: 'PDB_BLOCKS', pdb: 'default/everything', pod: 'default/web' },
    ]);
    expect(see(aPod().inNamespace('other').running(), everything)).toEqual([]);
    expect(see(aPod().running(), { ...everything, disruptionsAllowed: 1 })).toEqual([]);
  });

  it.each<[string, BoundPod, PodDisruptionBudget]>([
    ['of another namespace', aPod().inNamespace('other').running(), none],
    ['that the selector does not match', aPod().labelled({}).running(), none],
    [
      'with a PodDisruptionBudget without a selector',
      aPod().running(),
      aPodDisruptionBudget('b', null),
    ],
    ['that is static', aPod().running({ ownerKind: 'Node' }), none],
    ['that is terminating', aPod().running({ isTerminating: true }), none],
    ['that will not be evicted', aPod().tolerating({}).running(), none],
    [
      'that is not ready, if such pods may be evicted',
      aPod().running({ isReady: false }),
      aPodDisruptionBudget('b', web, { unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
    ],
  ])('do not include one %s', (_what, pod, budget) => {
    expect(see(pod, budget)).toEqual([]);
  });

  it('are found with one look at each budget, however many pods the nodes have', () => {
    let looks = 0;
    const budgets = Array.from({ length: 100 }, (_, index) => ({
      ...aPodDisruptionBudget(`b-${index}`, web),
      get namespace() {
        looks += 1;
        return `other-${index}`;
      },
    }));
    const pods = Array.from({ length: 100 }, (_, index) => aPod(`web-${index}`).running());
    for (const pod of pods) expect(podBlocks([pod], budgets, 0)).toEqual([]);
    expect(looks).toBe(budgets.length);
  });

  it('are those with two PodDisruptionBudgets, whatever these allow', () => {
    const budgets = ['b', 'a'].map((name) =>
      aPodDisruptionBudget(name, web, { disruptionsAllowed: 5 }),
    );
    expect(see(aPod().running(), ...budgets)).toEqual([
      { code: 'MULTIPLE_PDBS', pdbs: ['default/a', 'default/b'], pod: 'default/web' },
    ]);
  });
});
