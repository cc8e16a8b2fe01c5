import { invariant, labelKeys } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { bitsOf, membersOf } from '../requirements/bits.js';
import { LabelSpaceBuilder } from '../requirements/label-space.js';
import { RequirementsTable } from '../requirements/requirements.js';
import { allowsHost, chooseDomains, mayAllowHostLater } from './domain-choice.js';
import { everyNode } from './node-filter.js';
import { TopologyGroup, type TopologyTerm } from './topology-group.js';

const zones = ['a', 'b', 'c', 'd'];
const builder = new LabelSpaceBuilder();
builder.mention(labelKeys.zone);
builder.addValues(labelKeys.zone, zones);
const space = builder.build();
const table = new RequirementsTable(space);
const key = 0;
const onlyIn = (...values: readonly string[]) =>
  table.compile([{ key: labelKeys.zone, operator: 'In', values, minValues: null }]);

interface Given {
  /** Pods by zone; a zone that is not named could be bought and has no node. */
  readonly counts?: Readonly<Record<string, number>>;
  readonly term?: Partial<TopologyTerm>;
}

/** A spread over four zones, with skew 1 unless told. */
function aGroup({ counts = {}, term = {} }: Given): TopologyGroup {
  const group = new TopologyGroup(
    {
      kind: 'Spread',
      key,
      isHostname: false,
      maxSkew: 1,
      minDomains: null,
      namespaces: new Set(['default']),
      selector: null,
      filter: everyNode,
      ...term,
    },
    bitsOf(zones.length, [0, 1, 2, 3]),
  );
  for (const [zone, count] of Object.entries(counts)) {
    const domain = space.valueOf(key, zone);
    invariant(domain !== undefined, 'a zone of the space');
    group.register(domain);
    for (let pod = 0; pod < count; pod++) group.record(domain);
  }
  return group;
}

const named = (domains: Iterable<number>) =>
  [...domains].map((domain) => space.textOf(key, domain)).join('');

/** The zones that a pod may go to, best first where it must settle on one. */
function zonesFor(
  groups: readonly TopologyGroup[],
  { reach = table.none, selectsPod = true } = {},
): string {
  const constraints = groups.map((group) => ({ group, selectsPod, isOwn: true }));
  const { domains, ranked } = chooseDomains({ key, constraints }, reach);
  return ranked === null ? `any of ${named(membersOf(domains))}` : named(ranked);
}

describe('a spread lets a pod into', () => {
  it.each<[string, Given, Parameters<typeof zonesFor>[1], string]>([
    ['every zone that has no more pods than the emptiest', { counts: { b: 1 } }, {}, 'acd'],
    ['as many more as the skew says', { counts: { a: 2, b: 1 }, term: { maxSkew: 2 } }, {}, 'cdb'],
    [
      'one more where it does not count the pod itself',
      { counts: { a: 2, b: 1 } },
      { selectsPod: false },
      'cdb',
    ],
    [
      'zones no fuller than the emptiest that the pod can reach',
      { counts: { a: 1, b: 2 } },
      { reach: onlyIn('a', 'b') },
      'cda',
    ],
    [
      'as if there were an empty zone, while there are fewer than it asks for',
      { counts: { a: 1, b: 2 }, term: { minDomains: 3, maxSkew: 2 } },
      { reach: onlyIn('a', 'b') },
      'cda',
    ],
    [
      'as the emptiest zone says, when there are as many as it asks for',
      { counts: { a: 1, b: 2 }, term: { minDomains: 2, maxSkew: 2 } },
      { reach: onlyIn('a', 'b') },
      'cdab',
    ],
    [
      'zones by what it finds on nodes out of reach too, when it ignores node affinity',
      { counts: { a: 1, b: 2, d: 0 } },
      { reach: onlyIn('a', 'b') },
      'cd',
    ],
    [
      'zones by nodes of another alternative of the pod',
      {
        counts: { a: 1, b: 2, d: 0 },
        term: { filter: { alternatives: [onlyIn('a', 'b'), onlyIn('d')], tolerations: null } },
      },
      { reach: onlyIn('a', 'b') },
      'cd',
    ],
    [
      'zones whatever is on nodes that no alternative of the pod reaches',
      {
        counts: { a: 1, b: 2, d: 0 },
        term: { filter: { alternatives: [onlyIn('a', 'b')], tolerations: null } },
      },
      { reach: onlyIn('a', 'b') },
      'cda',
    ],
  ])('%s', (_, given, pod, expected) => {
    expect(zonesFor([aGroup(given)], pod)).toBe(expected);
  });
});

describe('affinity lets a pod into', () => {
  const affinity = (counts: Readonly<Record<string, number>> = {}) =>
    aGroup({ counts, term: { kind: 'Affinity' } });

  it('the zones of its like, and it need not settle on one', () => {
    expect(zonesFor([affinity({ b: 1, d: 2 })])).toBe('any of bd');
    expect(zonesFor([affinity({ b: 1, d: 2 })], { selectsPod: false })).toBe('any of bd');
  });

  it('one of the zones in its reach, when it is the first of its kind', () => {
    expect(zonesFor([affinity()], { reach: onlyIn('b', 'c') })).toBe('bc');
  });

  it('no zone, while those that it wants are nowhere or out of its reach', () => {
    expect(zonesFor([affinity()], { selectsPod: false })).toBe('any of ');
    expect(zonesFor([affinity({ d: 1 })], { reach: onlyIn('b', 'c') })).toBe('any of ');
  });
});

describe('several rules let a pod into', () => {
  const apart = (counts: Readonly<Record<string, number>>) =>
    aGroup({ counts, term: { kind: 'AntiAffinity' } });

  it('zones that suit all of them, those with the fewest pods of the spreads first', () => {
    expect(zonesFor([apart({ a: 1 }), apart({ c: 3 })])).toBe('any of bd');
    expect(zonesFor([apart({ a: 1 }), apart({ c: 3 })], { reach: onlyIn('a', 'd') })).toBe(
      'any of d',
    );
    const wide = { term: { maxSkew: 9 } };
    const spreads = [
      aGroup({ counts: { a: 2, b: 1, c: 1 }, ...wide }),
      aGroup({ counts: { b: 3, d: 1 }, ...wide }),
    ];
    expect(zonesFor([...spreads, apart({ c: 1 })])).toBe('dab');
  });
});

describe('a host is open to a pod', () => {
  const host = 5;
  const withPods = (kind: TopologyTerm['kind'], ...hosts: readonly number[]) => {
    const group = new TopologyGroup(
      { ...aGroup({}).term, kind, isHostname: true, maxSkew: 2 },
      bitsOf(0, []),
    );
    for (const one of hosts) group.record(one);
    return group;
  };
  const isOpen = (group: TopologyGroup, selectsPod = true) =>
    allowsHost({ group, selectsPod, isOwn: true }, host);

  it('of a spread, up to the skew', () => {
    expect(isOpen(withPods('Spread', host))).toBe(true);
    expect(isOpen(withPods('Spread', host, host))).toBe(false);
    expect(isOpen(withPods('Spread', host, host), false)).toBe(true);
  });

  it('of an affinity, where its like are, or anywhere when it is the first', () => {
    expect(isOpen(withPods('Affinity', host), false)).toBe(true);
    expect(isOpen(withPods('Affinity'))).toBe(true);
    expect(isOpen(withPods('Affinity', host + 1))).toBe(false);
    expect(isOpen(withPods('Affinity'), false)).toBe(false);
  });

  it('of an anti-affinity, where none of the others is', () => {
    expect(isOpen(withPods('AntiAffinity', host + 1))).toBe(true);
    expect(isOpen(withPods('AntiAffinity', host))).toBe(false);
  });

  it('later, only when it waits for others to come', () => {
    expect((['Spread', 'Affinity', 'AntiAffinity'] as const).map(mayAllowHostLater)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
