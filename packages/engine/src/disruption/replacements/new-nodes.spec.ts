import { labelKeys } from '@kerf/core';
import { aNode, aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command, PodMove } from '../../model/command.js';
import { planWithFirstFit } from '../../plan/write-result.js';
import { onlyValueOf } from '../../requirements/requirements.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { fitOnCheapestNodes } from './cheapest-nodes.js';
import { podValues } from './pod-values.js';
import { replacementsBlueprint } from './replacements-blueprint.js';

const { zone } = labelKeys;
const ten = anInstanceType('ten')
  .with({ milliCpu: 10_000, memoryMib: 65_536, pods: 100 })
  .reserving({})
  .offered(anOffering('zone-a', 'on-demand', 10_000));
const cpus = (name: string, count: number) => aPod(name).requesting({ milliCpu: count * 1_000 });
const snapshot = aSnapshot().withInstanceTypes(ten);
/** A reservation of which one instance is free. */
const oneReserved = anOffering('zone-a', 'reserved', 1, {
  reservationId: 'cr-1',
  reservationCapacity: 1,
});

describe('fitOnCheapestNodes', () => {
  const pods = [cpus('a', 5), cpus('b', 4), cpus('c', 4), cpus('d', 3), cpus('e', 2), cpus('f', 2)];

  it('needs fewer nodes than provisioning does at first', () => {
    const given = snapshot.withPods(...pods).build();
    expect(firstFit(compileProblem(given), 'Fallback').claims).toHaveLength(3);
    expect(fitOnCheapestNodes(compileProblem(given)).claims).toHaveLength(2);
  });

  it('uses nodes that exist before new ones', () => {
    const free = aNode('n').with({
      allocatable: { cpu: 5_000, memory: 2 ** 36, pods: 100 },
      capacity: { cpu: 5_000, memory: 2 ** 36, pods: 100 },
    });
    const given = snapshot.withNodes(free).withPods(cpus('a', 5)).build();
    const { claims, podsByNode } = fitOnCheapestNodes(compileProblem(given));
    expect(claims).toEqual([]);
    expect([...podsByNode.values()].flat().map(({ name }) => name)).toEqual(['a']);
  });

  it('uses On-Demand capacity once a reservation is used up, as every simulation does', () => {
    const given = snapshot
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(ten.offered(anOffering('zone-a', 'on-demand', 10_000), oneReserved))
      .withPods(...pods)
      .build();
    expect(firstFit(compileProblem(given), 'Fallback').claims).toHaveLength(3);
    const { claims, unplaced } = fitOnCheapestNodes(compileProblem(given));
    expect(unplaced).toEqual([]);
    expect(claims).toHaveLength(2);
  });

  it('counts 0.1 cents per hour for each node: fewer nodes win if prices differ by less', () => {
    // FirstFit plans three nodes of ten. Four of five cost 800 less than two of ten, or 1,200 less.
    const sizes = [cpus('a', 5), cpus('b', 5), cpus('c', 5), cpus('d', 5)];
    for (const { price, nodes } of [
      { price: 9_300, nodes: 2 },
      { price: 8_900, nodes: 4 },
    ]) {
      const five = anInstanceType('five')
        .with({ milliCpu: 5_000, memoryMib: 65_536, pods: 100 })
        .reserving({})
        .offered(anOffering('zone-a', 'on-demand', price / 2));
      const given = snapshot
        .withInstanceTypes(ten, five)
        .withPods(...sizes)
        .build();
      expect(fitOnCheapestNodes(compileProblem(given)).claims).toHaveLength(nodes);
    }
  });

  it('leaves a single new node as provisioning plans it, though two would cost less', () => {
    const five = anInstanceType('five')
      .with({ milliCpu: 5_000, memoryMib: 65_536, pods: 100 })
      .reserving({})
      .offered(anOffering('zone-a', 'on-demand', 1_000));
    const given = snapshot.withInstanceTypes(ten, five).withPods(cpus('a', 5), cpus('b', 5));
    expect(fitOnCheapestNodes(compileProblem(given.build())).claims).toHaveLength(1);
  });

  it('returns the same nodes for the same pods', () => {
    const given = snapshot.withPods(...pods.flatMap((pod) => pod.times(3))).build();
    const once = () =>
      fitOnCheapestNodes(compileProblem(given)).claims.map((claim) =>
        claim.pods.map(({ pod }) => pod.name),
      );
    expect(once()).toEqual(once());
  });

  it('costs no more than the nodes of provisioning, for many pods', () => {
    const given = snapshot.withPods(...pods.flatMap((pod) => pod.times(8))).build();
    const first = firstFit(compileProblem(given), 'Fallback').claims;
    const { claims, unplaced } = fitOnCheapestNodes(compileProblem(given));
    expect(claims.length).toBeLessThan(first.length);
    expect(unplaced).toEqual([]);
    expect(claims.flatMap((claim) => claim.pods)).toHaveLength(48);
  });

  it('needs nothing for no pods, and keeps those unplaced that fit nowhere', () => {
    expect(fitOnCheapestNodes(compileProblem(snapshot.build())).claims).toEqual([]);
    const given = snapshot.withPods(cpus('huge', 11), cpus('a', 5)).build();
    const { claims, unplaced } = fitOnCheapestNodes(compileProblem(given));
    expect(claims).toHaveLength(1);
    expect(unplaced.map(({ pod }) => pod.name)).toEqual(['huge']);
  });
});

describe('podValues', () => {
  const running = (...pods: readonly ReturnType<typeof cpus>[]) =>
    podValues(snapshot.withNodes(aNode('n').running(...pods.map((pod) => pod.running()))).build());

  it('is the part of the cheapest node that a pod takes', () => {
    const valueOf = running(cpus('a', 5), cpus('b', 5));
    expect(valueOf(cpus('a', 5).build())).toBeCloseTo(5_000);
  });

  it('is a whole node for a pod beside which nothing fits', () => {
    expect(running(cpus('a', 6), cpus('b', 6))(cpus('a', 6).build())).toBeCloseTo(10_000);
  });

  it('is unknown for pods that do not run, or fit on no new node', () => {
    const valueOf = running(cpus('a', 5), cpus('huge', 11));
    expect(valueOf(cpus('other', 3).build())).toBeNull();
    expect(valueOf(cpus('huge', 11).build())).toBeNull();
  });

  it('ignores the limits of NodePools, which count the nodes that run', () => {
    const nodes = ['m', 'n'].map((name) => aNode(name).running(cpus(name, 6).running()));
    const limits = { milliCpu: 20_000, nodes: 2 };
    const limited = aNodePool().limitedTo(limits, limits).limitedToSpend(20_000, 20_000);
    const valueOf = podValues(
      snapshot
        .withNodePools(limited)
        .withNodes(...nodes)
        .build(),
    );
    expect(valueOf(cpus('m', 6).build())).toBeCloseTo(10_000);
  });

  it('is known for pods that a reservation has no free instance for: they wait for none', () => {
    const large = [cpus('m', 6), cpus('n', 7), cpus('o', 8)];
    const nodes = large.map((pod, index) => aNode(`node-${index}`).running(pod.running()));
    const valueOf = podValues(
      snapshot
        .withNodePools(aNodePool().allowingAllCapacityTypes())
        .withInstanceTypes(ten.offered(anOffering('zone-a', 'on-demand', 10_000), oneReserved))
        .withNodes(...nodes)
        .build(),
    );
    for (const pod of large) expect(valueOf(pod.build())).not.toBeNull();
  });

  it('ignores pods that need no other node', () => {
    const daemon = cpus('agent', 5).running({ ownerKind: 'DaemonSet' });
    const valueOf = podValues(snapshot.withNodes(aNode('n').running(daemon)).build());
    expect(valueOf(daemon)).toBeNull();
  });
});

describe('replacementsBlueprint', () => {
  const pods = [cpus('a', 4), cpus('b', 4), cpus('c', 4)];
  const given = snapshot.withPods(...pods).build();
  const [first, second] = planWithFirstFit(given).newNodeClaims;
  const move = (podUid: string, to: string): PodMove => ({ podUid, pod: podUid, from: 'n', to });

  const blueprintOf = (command: Pick<Command, 'replacements' | 'moves'>) => {
    const problem = compileProblem(given);
    const key = problem.space.keyOf(zone) ?? -1;
    return replacementsBlueprint(problem, command).nodes.map(({ pods: own, requirements }) => ({
      counts: own.map(({ count }) => count),
      zones: requirements.map((one) => problem.space.textOf(key, onlyValueOf(one, key) ?? -1)),
    }));
  };
  const claims = [first, second].flatMap((claim) => claim ?? []);

  it('gives each replacement the pods that move to it', () => {
    expect(claims).toHaveLength(2);
    const [one, two] = claims.map(({ id }) => id);
    const moves = [move('a', one ?? ''), move('b', two ?? ''), move('c', two ?? '')];
    expect(blueprintOf({ replacements: claims, moves })).toEqual([
      { counts: [1], zones: [] },
      { counts: [2], zones: [] },
    ]);
  });

  it('leaves out replacements without pods, and pods that are gone', () => {
    const [one] = claims.map(({ id }) => id);
    const moves = [move('a', one ?? ''), move('gone', one ?? '')];
    expect(blueprintOf({ replacements: claims, moves })).toEqual([{ counts: [1], zones: [] }]);
    expect(blueprintOf({ replacements: claims, moves: [] })).toEqual([]);
  });

  it('keeps the zone of a replacement that has only one', () => {
    const inZones = (...values: readonly string[]) =>
      claims.slice(0, 1).map((claim) => ({
        ...claim,
        requirements: [{ key: zone, operator: 'In', values, minValues: null } as const],
      }));
    const moves = claims.slice(0, 1).map(({ id }) => move('a', id));
    const zonesOf = (...values: readonly string[]) =>
      blueprintOf({ replacements: inZones(...values), moves }).map(({ zones }) => zones);
    expect(zonesOf('zone-a')).toEqual([['zone-a']]);
    expect(zonesOf('zone-a', 'zone-b')).toEqual([[]]);
    expect(zonesOf('zone-unknown')).toEqual([[]]);
  });

  it('leaves out replacements of a NodePool that does not exist', () => {
    const gone = claims.map((claim) => ({ ...claim, nodePool: 'gone' }));
    const moves = claims.slice(0, 1).map(({ id }) => move('a', id));
    expect(blueprintOf({ replacements: gone, moves })).toEqual([]);
  });
});
