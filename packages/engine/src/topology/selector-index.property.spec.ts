import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelSelector } from '../model/labels.js';
import { emptyBits } from '../requirements/bits.js';
import { everyNode } from './node-filter.js';
import { SelectorIndex } from './selector-index.js';
import { TopologyGroup } from './topology-group.js';

const keys = ['app', 'tier'];
const values = ['web', 'db', ''];
const labels = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values));
const selector: fc.Arbitrary<LabelSelector | null> = fc.option(
  fc.record({
    matchLabels: labels,
    matchExpressions: fc.array(
      fc.record({
        key: fc.constantFrom(...keys),
        operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist'),
        values: fc.subarray(values),
      }),
      { maxLength: 2 },
    ),
  }),
);
const group = fc
  .record({ selector, namespace: fc.constantFrom('default', 'other') })
  .map(({ selector: podSelector, namespace }) => {
    const term = {
      kind: 'Spread',
      key: 0,
      isHostname: false,
      maxSkew: 1,
      minDomains: null,
      namespaces: new Set([namespace]),
      selector: podSelector,
      filter: everyNode,
    } as const;
    return new TopologyGroup(term, emptyBits(0));
  });

describe('the index of selectors', () => {
  it('finds each group that selects a pod once, as a test of all groups does', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 8 }), labels, (groups, carried) => {
        const found = new SelectorIndex(groups).groupsSelecting('default', carried);
        const requested = groups.filter((one) => one.selects('default', carried));
        expect(found).toHaveLength(requested.length);
        expect(new Set(found)).toEqual(new Set(requested));
      }),
      { seed: 20_260_101, numRuns: 1_000 },
    );
  });
});
