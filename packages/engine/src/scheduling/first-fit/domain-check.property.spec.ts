import { invariant } from '@kerf/core';
import { aNodePool, aPod, aSnapshot, term } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VolumeUsage } from '../../volumes/volume-usage.js';
import { compileProblem } from '../problem/problem.js';
import { DomainCheck } from './domain-check.js';

/** More values of a label than the initial capacity of the check. */
const racks = Array.from({ length: 300 }, (_, index) => `rack-${index}`);
const { space, table, templates, resources } = compileProblem(
  aSnapshot()
    .withPods(aPod().requiringOneOf(term('rack', 'In', ...racks), term('row', 'In', 'a', 'b')))
    .withNodePools(aNodePool().requiring('rack', 'Exists').requiring('row', 'Exists'))
    .build(),
);
const [template] = templates;
invariant(template !== undefined, 'a pool');
const keyOf = (label: string) => space.keyOf(label) ?? -1;

const value = fc.oneof(
  fc.record({ label: fc.constant('rack'), at: fc.integer({ min: 0, max: racks.length - 1 }) }),
  fc.record({ label: fc.constant('row'), at: fc.integer({ min: 0, max: 1 }) }),
);
const domainRequirement = value.map(({ label, at }) => table.value(keyOf(label), at));
const choice = fc.record({
  key: fc.constant(keyOf('rack')),
  domainRequirements: fc.array(domainRequirement, { maxLength: 3 }),
});
const target = fc.array(domainRequirement, { minLength: 1, maxLength: 2 }).map((narrowed) => ({
  template,
  host: 0,
  requirements: narrowed.reduce((all, one) => table.join(all, one), template.requirements),
  types: template.usable,
  requests: new Float64Array(resources.size),
  hostPorts: [],
  volumes: new VolumeUsage(),
  deviceUses: null,
}));
const turn = fc.record({
  choices: fc.array(choice, { maxLength: 2 }),
  targets: fc.array(target, { minLength: 1, maxLength: 6 }),
});

describe('the check whether a planned node can be restricted to a domain of a pod', () => {
  it('equals the combination of requirements, however often and for whichever pod', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (turns) => {
        const check = new DomainCheck();
        for (const { choices, targets } of turns) {
          check.begin(choices);
          const answers = [...targets, ...targets].map((one) => check.allows(one));
          const narrowed = [...targets, ...targets].map(({ requirements }) =>
            choices.every(({ domainRequirements }) =>
              domainRequirements.some((one) => template.narrow(requirements, one) !== null),
            ),
          );
          expect(answers).toEqual(narrowed);
        }
      }),
      { seed: 20_260_101, numRuns: 300 },
    );
  });
});
