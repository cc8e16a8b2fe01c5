import { labelKeys } from '@kerf/core';
import { anInstanceType, aPod, aSnapshot, podsWith, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Pod } from '../../model/pod.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import type { PodDemand } from './demand.js';
import { hostSlotsOf } from './host-slots.js';

const { hostname, zone } = labelKeys;

/** Returns the demand of the pods: one item per list, with all attempts of its first pod. */
function demandOf(...lists: readonly (readonly Pod[])[]): readonly PodDemand[] {
  const snapshot = aSnapshot()
    .withPods(...lists)
    .withInstanceTypes(anInstanceType('a'))
    .build();
  const { pods } = compileProblem(snapshot);
  return lists.flatMap((list) => {
    const podGroup = pods.find(({ pod }) => pod.uid === list[0]?.uid)?.podGroup;
    return podGroup === undefined
      ? []
      : [{ podGroup, attempts: podGroup.attempts, pin: [], count: list.length }];
  });
}

describe('hostSlotsOf', () => {
  it('has no items without a demand', () => {
    expect(hostSlotsOf([])).toEqual({ maxPerNode: [], shared: [] });
  });

  it('does not limit pods without constraints over hosts', () => {
    const items = demandOf(aPod().times(3));
    expect(hostSlotsOf(items)).toEqual({ maxPerNode: [Infinity], shared: [] });
  });

  it('allows one pod per node, if pods have an anti-affinity to pods like themselves', () => {
    const pod = aPod().labelled({ app: 'db' }).withAntiAffinityTo({ app: 'db' }, hostname);
    expect(hostSlotsOf(demandOf(pod.times(3)))).toEqual({ maxPerNode: [1], shared: [] });
  });

  it('ignores an anti-affinity to other pods only', () => {
    const pod = aPod().labelled({ app: 'db' }).withAntiAffinityTo({ app: 'web' }, hostname);
    expect(hostSlotsOf(demandOf(pod.times(3))).maxPerNode).toEqual([Infinity]);
  });

  it('ignores an anti-affinity over zones', () => {
    const pod = aPod().labelled({ app: 'db' }).withAntiAffinityTo({ app: 'db' }, zone);
    expect(hostSlotsOf(demandOf(pod.times(3))).maxPerNode).toEqual([Infinity]);
  });

  it('ignores an affinity: it limits no number of pods', () => {
    const pod = aPod().labelled({ app: 'db' }).withAffinityTo({ app: 'db' }, hostname);
    expect(hostSlotsOf(demandOf(pod.times(3))).maxPerNode).toEqual([Infinity]);
  });

  it('does not limit pods that an anti-affinity of other pods selects', () => {
    const shy = aPod('shy').labelled({ team: 'x' }).withAntiAffinityTo({ team: 'x' }, hostname);
    const plain = aPod('plain').labelled({ team: 'x' }).requesting({ milliCpu: 100 });
    expect(hostSlotsOf(demandOf(shy.times(2), plain.times(2))).maxPerNode).toEqual([1, Infinity]);
  });

  it.each([1, 2, 5])('allows maxSkew %d pods per node, if pods spread over hosts', (maxSkew) => {
    const pod = aPod().labelled({ app: 'db' }).spreadOver(hostname, { maxSkew });
    expect(hostSlotsOf(demandOf(pod.times(3))).maxPerNode).toEqual([maxSkew]);
  });

  it('ignores a spread over hosts that may be violated', () => {
    const pod = aPod().spreadOver(hostname, { whenUnsatisfiable: 'ScheduleAnyway' });
    expect(hostSlotsOf(demandOf(pod.times(3))).maxPerNode).toEqual([Infinity]);
  });

  it('ignores a spread that does not select the pod itself', () => {
    const pod = aPod()
      .labelled({ app: 'db' })
      .spreadOver(hostname, { labelSelector: podsWith({ app: 'web' }) });
    expect(hostSlotsOf(demandOf(pod.times(3))).maxPerNode).toEqual([Infinity]);
  });

  it('takes the strictest of several constraints', () => {
    const pod = aPod()
      .labelled({ app: 'db' })
      .spreadOver(hostname, { maxSkew: 3 })
      .spreadOver(hostname, { maxSkew: 2, labelSelector: podsWith({ app: 'db' }) });
    expect(hostSlotsOf(demandOf(pod.times(4))).maxPerNode).toEqual([2]);
  });

  it('allows one pod per node, if pods use a host port', () => {
    expect(hostSlotsOf(demandOf(aPod().onHostPort(80).times(2))).maxPerNode).toEqual([1]);
  });

  it('lets pod groups with one host port share a slot of the node', () => {
    const items = demandOf(
      aPod('a').onHostPort(80).times(2),
      aPod('b').requesting({ milliCpu: 250 }).onHostPort(80).times(3),
      aPod('c').requesting({ milliCpu: 500 }).onHostPort(81).times(4),
    );
    expect(hostSlotsOf(items)).toEqual({
      maxPerNode: [1, 1, 1],
      shared: [{ capacity: 1, members: [0, 1] }],
    });
  });

  it('has separate slots for ports of other protocols and host addresses', () => {
    const items = demandOf(
      aPod('a').onHostPort(80).times(1),
      aPod('b').onHostPort(80, { protocol: 'UDP' }).times(1),
      aPod('c').onHostPort(80, { hostIp: '10.0.0.1' }).times(1),
    );
    expect(hostSlotsOf(items)).toEqual({ maxPerNode: [1, 1, 1], shared: [] });
  });

  it('shares the slots of a spread that pods of several sizes have', () => {
    const pod = aPod().labelled({ app: 'db' }).spreadOver(hostname, { maxSkew: 2 });
    const items = demandOf(
      pod.named('small').requesting({ milliCpu: 100 }).times(2),
      pod.named('large').requesting({ milliCpu: 900 }).times(3),
    );
    expect(hostSlotsOf(items)).toEqual({
      maxPerNode: [2, 2],
      shared: [{ capacity: 2, members: [0, 1] }],
    });
  });

  it('does not share a slot between items of one pod group', () => {
    const [item] = demandOf(aPod().onHostPort(80).times(2));
    expect(item).toBeDefined();
    if (item === undefined) return;
    expect(hostSlotsOf([item, { ...item, count: 5 }])).toEqual({ maxPerNode: [1, 1], shared: [] });
  });

  it('ignores a constraint that only some attempts have', () => {
    const pod = aPod().labelled({ app: 'db' }).preferringAntiAffinityTo(1, { app: 'db' }, hostname);
    const [item] = demandOf(pod.times(2));
    expect(item?.attempts.length).toBe(2);
    if (item === undefined) return;
    expect(hostSlotsOf([item]).maxPerNode).toEqual([Infinity]);
    const preferred = { ...item, attempts: item.attempts.slice(0, 1) };
    expect(hostSlotsOf([preferred]).maxPerNode).toEqual([1]);
  });

  it('keeps a constraint that all attempts have', () => {
    const pod = aPod()
      .labelled({ app: 'db' })
      .withAntiAffinityTo({ app: 'db' }, hostname)
      .preferring(1, term(zone, 'In', 'zone-a'));
    const items = demandOf(pod.times(2));
    expect(items[0]?.attempts).toHaveLength(2);
    expect(hostSlotsOf(items).maxPerNode).toEqual([1]);
  });

  it('keeps the six shared slots with the most pods, those with most first', () => {
    const ports = [1, 2, 3, 4, 5, 6, 7];
    const items = demandOf(
      ...ports.flatMap((port) => [
        aPod(`a${port}`).onHostPort(port).times(port),
        aPod(`b${port}`).requesting({ milliCpu: 250 }).onHostPort(port).times(1),
      ]),
    );
    const { shared, maxPerNode } = hostSlotsOf(items);
    expect(maxPerNode).toEqual(items.map(() => 1));
    // The items of port 7 are the last two; those of port 1 have no shared slot.
    expect(shared.map(({ members }) => members)).toEqual([
      [12, 13],
      [10, 11],
      [8, 9],
      [6, 7],
      [4, 5],
      [2, 3],
    ]);
  });
});
