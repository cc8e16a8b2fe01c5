import { invariant, labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type InstanceTypeBuilder,
  type PodBuilder,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { HostPort } from '../model/pod.js';
import { membersOf } from '../requirements/bits.js';
import { onlyValueOf } from '../requirements/requirements.js';
import { chooseDomains } from '../topology/domain-choice.js';
import { Fit } from './fit.js';
import { compileProblem } from './problem.js';
import { ReservationLedger } from './reservation-ledger.js';

const { zone, arch, capacityType, instanceType, hostname } = labelKeys;

interface Given {
  /** The first pod is tried. */
  readonly given: SnapshotBuilder;
  /** Pods of its rules over hosts that are on the node already. */
  readonly neighbours?: number;
  readonly portsTaken?: readonly HostPort[];
  /** Reservations that the node holds a place in. */
  readonly holds?: readonly string[];
  readonly mayRelaxMinValues?: boolean;
}

/** What an empty node of the first pool says to the pod: a rejection, or what it becomes. */
function ask({ given, neighbours = 0, portsTaken = [], holds = [], ...request }: Given) {
  const problem = compileProblem(given.build());
  const { table, space, templates, pods, resources } = problem;
  const [template] = templates;
  const [first] = pods;
  const attempt = first?.podGroup.attempts[0];
  invariant(template && first && attempt, 'a pool, and a pod with an attempt');
  const host = problem.existingHosts;
  for (const { group } of attempt.topology.hosts) {
    for (let pod = 0; pod < neighbours; pod++) group.record(host);
  }
  const ledger = new ReservationLedger(template.types.map(({ source }) => source));
  if (holds.length > 0) ledger.hold(host, new Set(holds));
  const target = {
    template,
    host,
    requirements: template.requirements,
    types: template.usable,
    requests: new Float64Array(resources.size),
    hostPorts: portsTaken,
  };
  const choices = attempt.topology.keyed
    .map((rules) => chooseDomains(rules, attempt.strict))
    .map(({ key, domains }) => ({
      key,
      settlements: membersOf(domains).map((domain) => table.value(key, domain)),
    }));
  const answer = new Fit(table, ledger).tryPlace(target, {
    podGroup: first.podGroup,
    attempt,
    choices,
    mayTakeNextBest: true,
    mayRelaxMinValues: false,
    ...request,
  });
  if (typeof answer === 'string') return answer;
  const settled = (label: string) => {
    const key = space.keyOf(label);
    const value = key === undefined ? undefined : onlyValueOf(answer.requirements, key);
    return key === undefined || value === undefined ? null : space.textOf(key, value);
  };
  return {
    types: membersOf(answer.types).map((type) => template.types[type]?.source.name),
    zone: settled(zone),
    capacityType: settled(capacityType),
    reservations: [...answer.reservationIds],
    relaxesMinValues: answer.relaxesMinValues,
  };
}

const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
const port: HostPort = { hostIp: '0.0.0.0', port: 80, protocol: 'TCP' };
const web = (pod: PodBuilder = aPod()) => aSnapshot().withPods(pod);
const volumeIn = (...zones: readonly string[]) =>
  aPod().withVolume('v', { nodeRequirements: zones.map((one) => term(zone, 'In', one)) });
const flexible = (minValues: number) =>
  aNodePool().requiring(instanceType, 'Exists', [], minValues);
const reserved = (name: string, where: string, free: number, id = 'cr-1') =>
  anInstanceType(name).offered(
    anOffering(where, 'reserved', 1, { reservationId: id, reservationCapacity: free }),
  );
const anyCapacity = (pod: PodBuilder, ...types: readonly InstanceTypeBuilder[]) =>
  web(pod)
    .withNodePools(aNodePool().launchingAnything())
    .withInstanceTypes(...types);

describe('a planned node never takes a pod', () => {
  it.each<[string, Given]>([
    [
      'that does not tolerate its taints',
      { given: web().withNodePools(aNodePool().tainted(taint)) },
    ],
    ['whose port is taken', { given: web(aPod().onHostPort(80)), portsTaken: [port] }],
    [
      'whose port its daemons take',
      {
        given: web(aPod().onHostPort(80)).withDaemonSets(aDaemonSet('p', aPod().onHostPort(80))),
      },
    ],
    [
      'that keeps away from one that is there',
      { given: web(aPod().awayFrom({ app: 'web' }, hostname)), neighbours: 1 },
    ],
    [
      'that selects what the pool is not',
      { given: web(aPod().selecting({ [capacityType]: 'spot' })) },
    ],
    ['whose volume is in none of its zones', { given: web(volumeIn('zone-x')) }],
    [
      'that is larger than its largest type',
      { given: web(aPod().requesting({ milliCpu: 9_000 })) },
    ],
    [
      'that leaves it fewer types than it is to have',
      {
        given: web(aPod().requesting({ milliCpu: 3_000 })).withNodePools(flexible(3)),
      },
    ],
  ])('%s', (_, given) => {
    expect(ask(given)).toBe('Never');
  });
});

describe('a planned node does not take a pod now', () => {
  it.each<[string, Given]>([
    [
      'that waits for another on the same host',
      { given: web(aPod().near({ app: 'db' }, hostname)) },
    ],
    [
      'that may go to no zone that is left',
      {
        given: web(aPod().spreadOver(zone)).withInstanceTypes(
          anInstanceType('t').with({ milliCpu: 500 }),
        ),
      },
    ],
    [
      'whose rule is over a label that the pool does not know',
      { given: web(aPod().spreadOver('rack')).withNodes(aNode('n').labelled({ rack: 'r1' })) },
    ],
  ])('%s', (_, given) => {
    expect(ask(given)).toBe('NotNow');
  });
});

describe('a pod waits for a reservation', () => {
  it('that it needs and that has no place', () => {
    expect(ask({ given: anyCapacity(aPod(), reserved('r', 'zone-a', 0)) })).toBe('Reserved');
  });

  it('also where it may choose among zones, or among alternatives of its volume', () => {
    const full = reserved('r', 'zone-a', 0);
    expect(ask({ given: anyCapacity(aPod().spreadOver(zone), full) })).toBe('Reserved');
    const offered = anInstanceType('small').with({ milliCpu: 100 }).sold({ microUsdPerHour: 1 });
    expect(ask({ given: anyCapacity(volumeIn('zone-a', 'zone-b'), full, offered) })).toBe(
      'Reserved',
    );
  });

  it('rather than let the node give up a place that it holds', () => {
    const given = anyCapacity(
      aPod().selecting({ [capacityType]: 'on-demand' }),
      reserved('r', 'zone-a', 1),
      anInstanceType('t'),
    );
    expect(ask({ given, holds: ['cr-1'] })).toBe('Reserved');
    expect(ask({ given })).toMatchObject({ types: ['t'], reservations: [] });
  });

  it('no longer on a node that holds its last place', () => {
    const given = anyCapacity(aPod(), reserved('r', 'zone-a', 1));
    expect(ask({ given, holds: ['cr-1'] })).toMatchObject({ reservations: ['cr-1'] });
  });
});

describe('a planned node becomes', () => {
  it('what all reservations that it could use, with places, allow', () => {
    const types = [
      reserved('r1', 'zone-a', 1, 'cr-1'),
      reserved('r2', 'zone-b', 2, 'cr-2'),
      reserved('r3', 'zone-c', 0, 'cr-3'),
      anInstanceType('t'),
    ];
    expect(ask({ given: anyCapacity(aPod(), ...types) })).toMatchObject({
      reservations: ['cr-1', 'cr-2'],
    });
  });

  it('one in the first zone of the volume where something large enough is sold', () => {
    const where = (small: string, ...large: readonly string[]) =>
      web(volumeIn('zone-a', 'zone-b', 'zone-c')).withInstanceTypes(
        anInstanceType('small')
          .with({ milliCpu: 500 })
          .sold({ microUsdPerHour: 1, in: [small] }),
        anInstanceType('large').sold({ microUsdPerHour: 2, in: large }),
      );
    expect(ask({ given: where('zone-a', 'zone-b', 'zone-c') })).toMatchObject({ zone: 'zone-b' });
    expect(ask({ given: where('zone-b', 'zone-a', 'zone-c') })).toMatchObject({ zone: 'zone-a' });
    expect(ask({ given: where('zone-b') })).toBe('Never');
  });

  it('one that settles on each label that a rule of the pod is over', () => {
    const pod = aPod().spreadOver(zone).spreadOver(capacityType);
    expect(ask({ given: anyCapacity(pod, anInstanceType('t')) })).toMatchObject({
      zone: 'zone-a',
      capacityType: 'on-demand',
    });
  });

  it('of the types that hold the pod beside their daemons', () => {
    const daemon = aDaemonSet('d', aPod().requesting({ milliCpu: 500 }).onHostPort(80));
    const onArm = {
      ...daemon,
      podSpec: aPod()
        .selecting({ [arch]: 'arm64' })
        .onHostPort(80)
        .spec(),
    };
    const types = [anInstanceType('amd'), anInstanceType('arm').labelled(arch, 'arm64')];
    const given = web(aPod().onHostPort(80)).withInstanceTypes(...types);
    expect(ask({ given: given.withDaemonSets(onArm) })).toMatchObject({ types: ['amd'] });
    expect(ask({ given: given.withDaemonSets(daemon) })).toBe('Never');
  });

  it('less flexible than it is to be, only where that is allowed, and says so', () => {
    const given = web(aPod().requesting({ milliCpu: 3_000 })).withNodePools(flexible(3));
    expect(ask({ given, mayRelaxMinValues: true })).toMatchObject({
      types: ['t4', 't8'],
      relaxesMinValues: true,
    });
    expect(ask({ given: given.withNodePools(flexible(2)) })).toMatchObject({
      relaxesMinValues: false,
    });
  });
});
