import { describe, expect, it } from 'vitest';
import { bitsOf, membersOf } from '../requirements/bits.js';
import { everyNode } from './node-filter.js';
import { TopologyGroup } from './topology-group.js';

const [zoneA, zoneB, zoneC] = [0, 1, 2];

function spreadOverZones(): TopologyGroup {
  return new TopologyGroup(
    {
      kind: 'Spread',
      key: 0,
      isHostname: false,
      maxSkew: 1,
      minDomains: null,
      namespaces: new Set(['default']),
      selector: null,
      filter: everyNode,
      ignoresAffinity: false,
    },
    bitsOf(3, [zoneA]),
  );
}

describe('the counts of a rule', () => {
  it('are put back with the domains that have a node', () => {
    const group = spreadOverZones();
    group.register(zoneB);
    group.record(zoneB);
    const restore = group.checkpoint();
    group.record(zoneB);
    group.record(zoneC);
    restore();
    expect([zoneA, zoneB, zoneC].map((zone) => group.countOf(zone))).toEqual([0, 1, 0]);
    expect(group.occupied).toBe(1);
    expect(membersOf(group.registered)).toEqual([zoneA, zoneB]);
    expect(membersOf(group.inhabited)).toEqual([zoneB]);
  });
});
