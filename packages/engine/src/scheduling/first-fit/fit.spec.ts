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
import type { HostPort } from '../../model/pod.js';
import { membersOf } from '../../requirements/bits.js';
import { onlyValueOf } from '../../requirements/requirements.js';
import { chooseDomains } from '../../topology/domain-choice.js';
import { VolumeUsage } from '../../volumes/volume-usage.js';
import { ReservationLedger } from '../planned-nodes/reservation-ledger.js';
import { compileProblem } from '../problem/problem.js';
import { Fit, type ReservedOfferingMode } from './fit.js';

const { zone, arch, capacityType, instanceType, hostname } = labelKeys;

interface Given {
  /** The first pod is tried. */
  readonly given: SnapshotBuilder;
  /** Number of pods of its constraints over hosts on the node. */
  readonly neighbours?: number;
  readonly portsTaken?: readonly HostPort[];
  /** Reservations that the node holds. */
  readonly holds?: readonly string[];
  /** Reservations of which another node holds an instance. */
  readonly heldElsewhere?: readonly string[];
  readonly mayRelaxMinValues?: boolean;
  readonly reservedOfferings?: ReservedOfferingMode;
}

/** Places the pod on an empty node of the first NodePool; returns the rejection or the placement. */
function ask({
  given,
  neighbours = 0,
  portsTaken = [],
  holds = [],
  heldElsewhere = [],
  reservedOfferings = 'Strict',
  ...request
}: Given) {
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
  ledger.hold(host + 1, new Set(heldElsewhere));
  const target = {
    template,
    host,
    requirements: template.requirements,
    types: template.usable,
    requests: new Float64Array(resources.size),
    hostPorts: portsTaken,
    volumes: new VolumeUsage(),
    deviceUses: null,
  };
  const choices = attempt.topology.keyed
    .map((rules) => chooseDomains(rules, attempt.strict))
    .map(({ key, domains }) => ({
      key,
      domainRequirements: membersOf(domains).map((domain) => table.value(key, domain)),
    }));
  const answer = new Fit(table, ledger, reservedOfferings, null).tryPlace(target, {
    podGroup: first.podGroup,
    attempt,
    choices,
    mayTakeNextBest: true,
    mayRelaxMinValues: false,
    ...request,
  });
  if (typeof answer === 'string') return answer;
  const valueOf = (label: string) => {
    const key = space.keyOf(label);
    const value = key === undefined ? undefined : onlyValueOf(answer.requirements, key);
    return key === undefined || value === undefined ? null : space.textOf(key, value);
  };
  return {
    types: membersOf(answer.types).map((type) => template.types[type]?.source.name),
    zone: valueOf(zone),
    capacityType: valueOf(capacityType),
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
    .withNodePools(aNodePool().allowingAllCapacityTypes())
    .withInstanceTypes(...types);

describe('a planned node never takes a pod', () => {
  it.each<[string, Given]>([
    [
      'that does not tolerate its taints',
      { given: web().withNodePools(aNodePool().tainted(taint)) },
    ],
    ['whose host port is in use', { given: web(aPod().onHostPort(80)), portsTaken: [port] }],
    [
      'whose host port its daemons use',
      {
        given: web(aPod().onHostPort(80)).withDaemonSets(aDaemonSet('p', aPod().onHostPort(80))),
      },
    ],
    [
      'with anti-affinity to a pod on it',
      { given: web(aPod().withAntiAffinityTo({ app: 'web' }, hostname)), neighbours: 1 },
    ],
    [
      'that selects a label that the NodePool excludes',
      { given: web(aPod().selecting({ [capacityType]: 'spot' })) },
    ],
    ['whose volume is in none of its zones', { given: web(volumeIn('zone-x')) }],
    [
      'that is larger than its largest type',
      { given: web(aPod().requesting({ milliCpu: 9_000 })) },
    ],
    [
      'that leaves fewer types than minValues requires',
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
      'that needs another pod on the same host',
      { given: web(aPod().withAffinityTo({ app: 'db' }, hostname)) },
    ],
    [
      'whose allowed zones are all excluded',
      {
        given: web(aPod().spreadOver(zone)).withInstanceTypes(
          anInstanceType('t').with({ milliCpu: 500 }),
        ),
      },
    ],
    [
      'with a constraint over a label that the NodePool does not define',
      { given: web(aPod().spreadOver('rack')).withNodes(aNode('n').labelled({ rack: 'r1' })) },
    ],
  ])('%s', (_, given) => {
    expect(ask(given)).toBe('NotNow');
  });
});

describe('a pod waits for a reservation', () => {
  it('that it needs and whose free capacity other nodes of the pass hold', () => {
    const given = anyCapacity(aPod(), reserved('r', 'zone-a', 1));
    expect(ask({ given, heldElsewhere: ['cr-1'] })).toBe('Reserved');
  });

  it('also with several zones, or several alternatives of its volume', () => {
    const full = reserved('r', 'zone-a', 1);
    const heldElsewhere = ['cr-1'];
    expect(ask({ given: anyCapacity(aPod().spreadOver(zone), full), heldElsewhere })).toBe(
      'Reserved',
    );
    const offered = anInstanceType('small')
      .with({ milliCpu: 100 })
      .offeredAt({ microUsdPerHour: 1 });
    const given = anyCapacity(volumeIn('zone-a', 'zone-b'), full, offered);
    expect(ask({ given, heldElsewhere })).toBe('Reserved');
  });

  it('rather than release the reservation that the node holds', () => {
    const given = anyCapacity(
      aPod().selecting({ [capacityType]: 'on-demand' }),
      reserved('r', 'zone-a', 1),
      anInstanceType('t'),
    );
    expect(ask({ given, holds: ['cr-1'] })).toBe('Reserved');
    expect(ask({ given })).toMatchObject({ types: ['t'], reservations: [] });
  });

  it('not in mode Fallback: it gets other capacity, without a reservation', () => {
    const given = anyCapacity(
      aPod(),
      reserved('r', 'zone-a', 1),
      anInstanceType('t').offered(anOffering('zone-a', 'on-demand', 9)),
    );
    const taken = { given, heldElsewhere: ['cr-1'] };
    expect(ask(taken)).toBe('Reserved');
    expect(ask({ ...taken, reservedOfferings: 'Fallback' })).toMatchObject({
      types: ['r', 't'],
      reservations: [],
    });
  });

  it('not if it is full before the pass: it gets other capacity, if there is any', () => {
    const full = reserved('r', 'zone-a', 0);
    const other = anInstanceType('t').offered(anOffering('zone-a', 'on-demand', 9));
    for (const reservedOfferings of ['Strict', 'Fallback'] as const) {
      expect(ask({ given: anyCapacity(aPod(), full, other), reservedOfferings })).toMatchObject({
        types: ['t'],
        reservations: [],
      });
      expect(ask({ given: anyCapacity(aPod(), full), reservedOfferings })).toBe('Never');
    }
  });

  it('not on a node that holds the last capacity of the reservation', () => {
    const given = anyCapacity(aPod(), reserved('r', 'zone-a', 1));
    expect(ask({ given, holds: ['cr-1'] })).toMatchObject({ reservations: ['cr-1'] });
  });
});

describe('a planned node becomes', () => {
  it('a holder of all free reservations that it could use', () => {
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

  it('a node in the first zone of the volume with a type that is large enough', () => {
    const where = (small: string, ...large: readonly string[]) =>
      web(volumeIn('zone-a', 'zone-b', 'zone-c')).withInstanceTypes(
        anInstanceType('small')
          .with({ milliCpu: 500 })
          .offeredAt({ microUsdPerHour: 1, in: [small] }),
        anInstanceType('large').offeredAt({ microUsdPerHour: 2, in: large }),
      );
    expect(ask({ given: where('zone-a', 'zone-b', 'zone-c') })).toMatchObject({ zone: 'zone-b' });
    expect(ask({ given: where('zone-b', 'zone-a', 'zone-c') })).toMatchObject({ zone: 'zone-a' });
    expect(ask({ given: where('zone-b') })).toBe('Never');
  });

  it('a node with one value for each label of the constraints of the pod', () => {
    const pod = aPod().spreadOver(zone).spreadOver(capacityType);
    expect(ask({ given: anyCapacity(pod, anInstanceType('t')) })).toMatchObject({
      zone: 'zone-a',
      capacityType: 'on-demand',
    });
  });

  it('a node of the types that hold the pod and the daemons', () => {
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

  it('a node with lower minValues only where the policy allows it, and reports it', () => {
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
