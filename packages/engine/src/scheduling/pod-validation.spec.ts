import { labelKeys } from '@kerf/core';
import { aPod, type PodBuilder, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { refusalsOf } from './pod-validation.js';

const wellKnown = new Set<string>([labelKeys.nodePool, labelKeys.capacityType, labelKeys.zone]);
const refused = (problem: string, detail: string) => [{ code: 'POD_INVALID', problem, detail }];

describe('a pod is refused', () => {
  it.each<[string, PodBuilder, readonly unknown[]]>([
    ['not when it is sound', aPod().requiringOneOf(term('size', 'Gte', '0')), []],
    [
      'not when it wants one of some pools, or an empty value',
      aPod().requiringOneOf(term(labelKeys.nodePool, 'In', 'a', 'b'), term('team', 'In', '')),
      [],
    ],
    [
      'not when one of the capacity types that it names exists',
      aPod().requiringOneOf(term(labelKeys.capacityType, 'In', 'spot', 'free')),
      [],
    ],
    ['not for a label with a prefix', aPod().selecting({ 'example.com/team': 'a' }), []],
    ...['-team', '/team', 'Example.com/team', 'example.com/-team', 'example.com/a/b'].map(
      (key): [string, PodBuilder, readonly unknown[]] => [
        `for a label that cannot be one: ${key}`,
        aPod().selecting({ [key]: 'a' }),
        refused('INVALID_REQUIREMENT', `${key} In [a]`),
      ],
    ),
    [
      'when a bound is two numbers',
      aPod().requiringOneOf(term('size', 'Gt', '1', '2')),
      refused('INVALID_REQUIREMENT', 'size Gt [1, 2]'),
    ],
    [
      'when it wants a node of no pool',
      aPod().requiringOneOf(term(labelKeys.nodePool, 'DoesNotExist')),
      refused('REQUIRES_NO_NODE_POOL', labelKeys.nodePool),
    ],
    [
      'when it would most like a node of no pool',
      aPod()
        .preferring(1, term(labelKeys.zone, 'Exists'))
        .preferring(9, term(labelKeys.nodePool, 'DoesNotExist')),
      refused('REQUIRES_NO_NODE_POOL', labelKeys.nodePool),
    ],
    [
      'when it selects by field',
      aPod().requiringOneOf({ matchExpressions: [], hasMatchFields: true }),
      refused('MATCH_FIELDS', 'matchFields'),
    ],
    [
      'when it selects a label of Karpenter',
      aPod().selecting({ [labelKeys.registered]: 'true' }),
      refused('RESTRICTED_LABEL', labelKeys.registered),
    ],
    [
      'when a bound is not a whole number',
      aPod().requiringOneOf(term('size', 'Gt', 'large')),
      refused('INVALID_REQUIREMENT', 'size Gt [large]'),
    ],
    [
      'when a bound is negative',
      aPod().requiringOneOf(term('size', 'Lt', '-1')),
      refused('INVALID_REQUIREMENT', 'size Lt [-1]'),
    ],
    [
      'when In names nothing',
      aPod().requiringOneOf(term('size', 'In')),
      refused('INVALID_REQUIREMENT', 'size In []'),
    ],
    [
      'when no capacity type that it names exists',
      aPod().requiringOneOf(term(labelKeys.capacityType, 'In', 'free')),
      refused('INVALID_REQUIREMENT', `${labelKeys.capacityType} In [free]`),
    ],
    [
      'when a volume has a problem',
      aPod().withVolume('v', { problem: 'lost' }),
      refused('VOLUME', 'lost'),
    ],
    [
      'when it has a constraint that the engine does not know',
      aPod().withSpec({ unsupported: ['resourceClaims'] }),
      [{ code: 'CONSTRAINT_UNSUPPORTED', constraint: 'resourceClaims' }],
    ],
  ])('%s', (_when, pod, expected) => {
    expect(refusalsOf(pod.spec(), wellKnown)).toEqual(expected);
  });

  it('for a label of 64 KB, and says only its beginning', () => {
    const [reason] = refusalsOf(
      aPod()
        .selecting({ team: 'x'.repeat(65_536) })
        .spec(),
      wellKnown,
    );
    expect(reason).toMatchObject({ problem: 'INVALID_REQUIREMENT' });
    expect(JSON.stringify(reason).length).toBeLessThan(250);
    const [unknown] = refusalsOf(
      aPod()
        .withSpec({ unsupported: ['x'.repeat(65_536)] })
        .spec(),
      wellKnown,
    );
    expect(unknown).toEqual({ code: 'CONSTRAINT_UNSUPPORTED', constraint: 'x'.repeat(120) });
  });
});
