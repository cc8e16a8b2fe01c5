import { labelKeys } from '@kerf/core';
import { aPod, type PodBuilder, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { PodSpec } from '../../model/pod.js';
import { validatePod } from './pod-validation.js';

const wellKnown = new Set<string>([labelKeys.nodePool, labelKeys.capacityType, labelKeys.zone]);
const refusalsOf = (spec: PodSpec) => validatePod(spec, wellKnown).refusals;
const refused = (problem: string, detail: string) => [{ code: 'POD_INVALID', problem, detail }];

describe('a pod is refused', () => {
  it.each<[string, PodBuilder, readonly unknown[]]>([
    ['not if it is valid', aPod().requiringOneOf(term('size', 'Gte', '0')), []],
    [
      'not if it requires one of several NodePools, or an empty value',
      aPod().requiringOneOf(term(labelKeys.nodePool, 'In', 'a', 'b'), term('team', 'In', '')),
      [],
    ],
    [
      'not if one of the capacity types that it requires exists',
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
      'if a bound is two numbers',
      aPod().requiringOneOf(term('size', 'Gt', '1', '2')),
      refused('INVALID_REQUIREMENT', 'size Gt [1, 2]'),
    ],
    [
      'if it requires a node without a NodePool',
      aPod().requiringOneOf(term(labelKeys.nodePool, 'DoesNotExist')),
      refused('REQUIRES_NO_NODE_POOL', labelKeys.nodePool),
    ],
    [
      'not if it prefers a node without a NodePool',
      aPod().preferring(9, term(labelKeys.nodePool, 'DoesNotExist')),
      [],
    ],
    [
      'if it selects by field',
      aPod().requiringOneOf({ matchExpressions: [], hasMatchFields: true }),
      refused('MATCH_FIELDS', 'matchFields'),
    ],
    [
      'not if it selects a registered node',
      aPod().selecting({ [labelKeys.registered]: 'true' }),
      [],
    ],
    [
      'if it selects a node that is not registered',
      aPod().selecting({ [labelKeys.registered]: 'false' }),
      refused('RESTRICTED_LABEL', labelKeys.registered),
    ],
    [
      'if a bound is not an integer',
      aPod().requiringOneOf(term('size', 'Gt', 'large')),
      refused('INVALID_REQUIREMENT', 'size Gt [large]'),
    ],
    [
      'if a bound is negative',
      aPod().requiringOneOf(term('size', 'Lt', '-1')),
      refused('INVALID_REQUIREMENT', 'size Lt [-1]'),
    ],
    [
      'if In has no values',
      aPod().requiringOneOf(term('size', 'In')),
      refused('INVALID_REQUIREMENT', 'size In []'),
    ],
    [
      'if no capacity type that it requires exists',
      aPod().requiringOneOf(term(labelKeys.capacityType, 'In', 'free')),
      refused('INVALID_REQUIREMENT', `${labelKeys.capacityType} In [free]`),
    ],
    [
      'if a volume has a problem',
      aPod().withVolume('v', { problem: 'lost' }),
      refused('VOLUME', 'lost'),
    ],
    [
      'if it has a constraint that the engine does not support',
      aPod().withSpec({ unsupported: ['resourceClaims'] }),
      [{ code: 'CONSTRAINT_UNSUPPORTED', constraint: 'resourceClaims' }],
    ],
  ])('%s', (_when, pod, expected) => {
    expect(refusalsOf(pod.spec())).toEqual(expected);
  });

  it('for a label of 64 KB, which the reason truncates', () => {
    const [reason] = refusalsOf(
      aPod()
        .selecting({ team: 'x'.repeat(65_536) })
        .spec(),
    );
    expect(reason).toMatchObject({ problem: 'INVALID_REQUIREMENT' });
    expect(JSON.stringify(reason).length).toBeLessThan(250);
    const [unknown] = refusalsOf(
      aPod()
        .withSpec({ unsupported: ['x'.repeat(65_536)] })
        .spec(),
    );
    expect(unknown).toEqual({ code: 'CONSTRAINT_UNSUPPORTED', constraint: 'x'.repeat(120) });
  });
});
