import { describe, expect, it } from 'vitest';
import { bitsOf, membersOf } from '../requirements/bits.js';
import { everyNode } from './node-filter.js';
import { TopologyGroup } from './topology-group.js';

const [zoneA, zoneB, zoneC] = [0, 1, 2];

/** A spread whose pods can use new nodes in `zoneA`; it counts those in `zoneB` as well. */
function spreadOver(domains: number): TopologyGroup {
  const group = new TopologyGroup(
    {
      kind: 'Spread',
      key: 0,
      isHostname: false,
      maxSkew: 1,
      minDomains: null,
      namespaces: new Set(['default']),
      selector: null,
      filter: everyNode,
    },
    bitsOf(domains, [zoneA, zoneB]),
  );
  group.addLaunchable(bitsOf(domains, [zoneA]));
  return group;
}

const countsOf = (group: TopologyGroup, ...domains: readonly number[]) =>
  domains.map((domain) => group.countOf(domain));

describe('the domains of a topology constraint', () => {
  it('can grow while new nodes could be in further ones', () => {
    const group = spreadOver(3);
    expect(group.mayReachMore).toBe(true);
    group.register(zoneB);
    expect(group.mayReachMore).toBe(false);
    group.unregister(zoneB);
    expect(group.mayReachMore).toBe(true);
  });
});

describe('the domains without nodes', () => {
  it('are closed until a node is in them, or until they are restored', () => {
    const group = spreadOver(3);
    group.record(zoneB);
    const restore = group.checkpoint();
    group.closeEmptyDomains();
    expect(membersOf(group.registered)).toEqual([zoneB]);
    group.record(zoneA);
    expect(membersOf(group.registered)).toEqual([zoneA, zoneB]);
    group.unrecord(zoneA);
    expect(membersOf(group.registered)).toEqual([zoneB]);
    restore();
    group.record(zoneA);
    group.unrecord(zoneA);
    expect(membersOf(group.registered)).toEqual([zoneA, zoneB]);
  });
});

describe('the counts of a topology constraint', () => {
  it('are restored with the domains that have a node, any number of times', () => {
    const group = spreadOver(3);
    group.register(zoneB);
    group.record(zoneB);
    const restore = group.checkpoint();
    for (const pass of ['first', 'second']) {
      group.record(zoneB);
      group.record(zoneC);
      restore();
      expect([pass, ...countsOf(group, zoneA, zoneB, zoneC)]).toEqual([pass, 0, 1, 0]);
      expect(group.occupied).toBe(1);
      expect(membersOf(group.registered)).toEqual([zoneA, zoneB]);
      expect(membersOf(group.withNodes)).toEqual([zoneB]);
    }
  });

  it('include the number of domains with a pod', () => {
    const group = spreadOver(3);
    for (const zone of [zoneB, zoneB, zoneC]) group.record(zone);
    expect([group.occupied, ...countsOf(group, zoneA, zoneB, zoneC)]).toEqual([2, 0, 2, 1]);
  });

  it('add the domain of a pod', () => {
    const group = spreadOver(3);
    group.record(zoneC);
    expect(membersOf(group.registered)).toEqual([zoneA, zoneC]);
    expect(membersOf(group.withNodes)).toEqual([zoneC]);
  });

  it('are kept when more domains are added than the initial capacity', () => {
    const group = spreadOver(100);
    const zones = [3, 7, 8, 9, 16, 90];
    for (const zone of zones) group.record(zone);
    group.record(8);
    expect(countsOf(group, ...zones, 99)).toEqual([1, 1, 2, 1, 1, 1, 0]);
  });
});
