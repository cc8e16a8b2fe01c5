import { invariant, labelKeys } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { bitsOf, membersOf } from '../requirements/bits.js';
import { LabelSpaceBuilder } from '../requirements/label-space.js';
import { type Requirements, RequirementsTable } from '../requirements/requirements.js';
import { allowsHost, chooseDomains, mayAllowHostLater } from './domain-choice.js';
import { everyNode } from './node-filter.js';
import type { CountedDomains } from './spread.js';
import { TopologyGroup, type TopologyTerm } from './topology-group.js';

const zones = ['a', 'b', 'c', 'd'];
const builder = new LabelSpaceBuilder();
builder.addLabel(labelKeys.zone);
builder.addValues(labelKeys.zone, zones);
const space = builder.build();
const table = new RequirementsTable(space);
const key = 0;
const onlyIn = (...values: readonly string[]) =>
  table.compile([{ key: labelKeys.zone, operator: 'In', values, minValues: null }]);

const everyZone = bitsOf(zones.length, [0, 1, 2, 3]);

interface Given {
  /** Pods by zone; other zones are launchable and have no node. */
  readonly counts?: Readonly<Record<string, number>>;
  readonly term?: Partial<TopologyTerm>;
}

/** A spread over four zones, with maxSkew 1 by default. */
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
    everyZone,
  );
  group.addLaunchable(everyZone);
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

interface Asked {
  readonly reach: Requirements;
  readonly selectsPod: boolean;
  readonly counted: CountedDomains;
}

/** The zones that a pod may go to, best first if its node must be in one. */
function zonesFor(
  groups: readonly TopologyGroup[],
  { reach = table.none, selectsPod = true, counted = 'Reachable' }: Partial<Asked> = {},
): string {
  const constraints = groups.map((group) => ({ group, selectsPod, isOwn: true }));
  const { domains, ranked } = chooseDomains({ key, constraints }, reach, counted);
  return ranked === null ? `any of ${named(membersOf(domains))}` : named(ranked);
}

describe('a spread allows', () => {
  it.each<[string, Given, Parameters<typeof zonesFor>[1], string]>([
    ['every zone with the lowest count', { counts: { b: 1 } }, {}, 'acd'],
    [
      'zones up to maxSkew above the lowest count',
      { counts: { a: 2, b: 1 }, term: { maxSkew: 2 } },
      {},
      'cdb',
    ],
    [
      'zones up to the lowest count of those with nodes, if only these count',
      { counts: { a: 2, b: 1 } },
      { counted: 'WithNodes' },
      'cdb',
    ],
    ['every zone while none has a node, if only these count', {}, { counted: 'WithNodes' }, 'abcd'],
    [
      'one pod more if it does not select the pod itself',
      { counts: { a: 2, b: 1 } },
      { selectsPod: false },
      'cdb',
    ],
    [
      'zones up to the lowest count of the reachable zones',
      { counts: { a: 1, b: 2 } },
      { reach: onlyIn('a', 'b') },
      'cda',
    ],
    [
      'zones as if one was empty, while there are fewer than minDomains',
      { counts: { a: 1, b: 2 }, term: { minDomains: 3, maxSkew: 2 } },
      { reach: onlyIn('a', 'b') },
      'cda',
    ],
    [
      'zones by the lowest count, if there are minDomains of them',
      { counts: { a: 1, b: 2 }, term: { minDomains: 2, maxSkew: 2 } },
      { reach: onlyIn('a', 'b') },
      'cdab',
    ],
    [
      'zones by the counts of unreachable nodes too, if it ignores node affinity',
      { counts: { a: 1, b: 2, d: 0 } },
      { reach: onlyIn('a', 'b') },
      'cd',
    ],
    [
      'zones by the counts of another alternative of the pod',
      {
        counts: { a: 1, b: 2, d: 0 },
        term: { filter: { ...everyNode, alternatives: [onlyIn('a', 'b'), onlyIn('d')] } },
      },
      { reach: onlyIn('a', 'b') },
      'cd',
    ],
    [
      'zones without the counts of nodes that no alternative reaches',
      {
        counts: { a: 1, b: 2, d: 0 },
        term: { filter: { ...everyNode, alternatives: [onlyIn('a', 'b')] } },
      },
      { reach: onlyIn('a', 'b') },
      'cda',
    ],
  ])('%s', (_, given, pod, expected) => {
    expect(zonesFor([aGroup(given)], pod)).toBe(expected);
  });
});

describe('affinity allows', () => {
  const affinity = (counts: Readonly<Record<string, number>> = {}) =>
    aGroup({ counts, term: { kind: 'Affinity' } });

  it('all zones with matching pods', () => {
    expect(zonesFor([affinity({ b: 1, d: 2 })])).toBe('any of bd');
    expect(zonesFor([affinity({ b: 1, d: 2 })], { selectsPod: false })).toBe('any of bd');
  });

  it('one of the reachable zones for the first pod', () => {
    expect(zonesFor([affinity()], { reach: onlyIn('b', 'c') })).toBe('bc');
  });

  it('no zone while no matching pod is reachable', () => {
    expect(zonesFor([affinity()], { selectsPod: false })).toBe('any of ');
    expect(zonesFor([affinity({ d: 1 })], { reach: onlyIn('b', 'c') })).toBe('any of ');
  });
});

describe('several constraints allow', () => {
  const apart = (counts: Readonly<Record<string, number>>) =>
    aGroup({ counts, term: { kind: 'AntiAffinity' } });

  it('zones that satisfy all of them, with the lowest counts first', () => {
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

describe('a host is allowed', () => {
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

  it('by a spread, up to the skew', () => {
    expect(isOpen(withPods('Spread', host))).toBe(true);
    expect(isOpen(withPods('Spread', host, host))).toBe(false);
    expect(isOpen(withPods('Spread', host, host), false)).toBe(true);
  });

  it('by an affinity, if it has matching pods, or for the first pod', () => {
    expect(isOpen(withPods('Affinity', host), false)).toBe(true);
    expect(isOpen(withPods('Affinity'))).toBe(true);
    expect(isOpen(withPods('Affinity', host + 1))).toBe(false);
    expect(isOpen(withPods('Affinity'), false)).toBe(false);
  });

  it('by an anti-affinity, if it has no matching pods', () => {
    expect(isOpen(withPods('AntiAffinity', host + 1))).toBe(true);
    expect(isOpen(withPods('AntiAffinity', host))).toBe(false);
  });

  it('later only by an affinity', () => {
    expect((['Spread', 'Affinity', 'AntiAffinity'] as const).map(mayAllowHostLater)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
