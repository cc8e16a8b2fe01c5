import { type Instant, labelKeys } from '@kerf/core';
import {
  type BoundPod,
  type CapacityType,
  capacityTypes,
  type InstanceType,
  type Labels,
  type Node,
  type NodePool,
} from '@kerf/engine';
import type { Json } from './json.js';
import { readFixtureTaints } from './node-pool.js';

export interface NodeSources {
  readonly nodePools: readonly NodePool[];
  readonly typesOf: (nodePool: string) => readonly InstanceType[];
  readonly podsOf: (runs: Json, nodeName: string) => readonly BoundPod[];
  readonly bornAt: Instant;
  /** Volume limits of the CSINode with the same name. */
  readonly volumeLimitsOf: (nodeName: string) => Readonly<Record<string, number>>;
}

/**
 * Parses a node in the short form of fixtures: an instance type of a NodePool, in a zone, with
 * pods.
 */
export function readNode(sources: NodeSources, json: Json): Node {
  if (!json.field('node').isAbsent) json.refuse('is a manifest; only the short form is read');
  const name = json.field('name').string();
  const nodePool = json.field('nodePool');
  const pool = sources.nodePools.find((item) => item.name === nodePool.string());
  if (pool === undefined) return nodePool.refuse('names no pool');
  const typeName = json.field('instanceType');
  const type = sources.typesOf(pool.name).find((item) => item.name === typeName.string());
  if (type === undefined) return typeName.refuse('names no instance type of the pool');
  const zone = json.field('zone').string();
  const capacityType = json.field('capacityType').oneOf(capacityTypes);
  const isInitialized = json.field('initialized').boolean(true);
  const node = launchedNode({ name, pool, type, zone, capacityType, bornAt: sources.bornAt });
  const { nodeClaim } = node;
  const { [labelKeys.initialized]: initialized, ...labels } = node.labels;
  return {
    ...node,
    labels: {
      ...labels,
      ...(isInitialized && initialized !== undefined
        ? { [labelKeys.initialized]: initialized }
        : {}),
      ...json.field('labels').stringMap(),
    },
    taints: [...node.taints, ...readFixtureTaints(json.field('taints'))],
    pods: sources.podsOf(json.field('pods'), name),
    isInitialized,
    doNotDisrupt: json.field('annotations').field('karpenter.sh/do-not-disrupt').stringOrNull(),
    nodeClaim:
      nodeClaim === null || isInitialized ? nodeClaim : { ...nodeClaim, initializedAt: null },
    volumeLimits: sources.volumeLimitsOf(name),
  };
}

/** Properties of a node without pods. */
export interface LaunchedNode {
  readonly name: string;
  readonly pool: NodePool;
  readonly type: InstanceType;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly bornAt: Instant;
}

/** Returns an initialized node of a NodePool without pods. Its price is that of its offering. */
export function launchedNode({ name, pool, type, zone, capacityType, bornAt }: LaunchedNode): Node {
  const offering = type.offerings.find(
    (item) => item.zone === zone && item.capacityType === capacityType,
  );
  return {
    name,
    labels: {
      ...labelsOf(pool, type, { zone, capacityType }),
      [labelKeys.hostname]: name,
      [labelKeys.registered]: 'true',
      [labelKeys.initialized]: 'true',
    },
    taints: pool.template.taints,
    capacity: type.capacity,
    allocatable: type.allocatable,
    pods: [],
    isReady: true,
    isInitialized: true,
    isTerminating: false,
    doNotDisrupt: null,
    nominatedUntil: null,
    offering: {
      instanceType: type.name,
      zone,
      capacityType,
      priceMicroUsdPerHour: offering?.priceMicroUsdPerHour ?? null,
    },
    nodeClaim: {
      id: `claim-of-${name}`,
      name,
      nodePool: pool.name,
      createdAt: bornAt,
      initializedAt: bornAt,
      lastPodEventAt: null,
      startupTaints: pool.template.startupTaints,
      drifted: null,
      driftedAt: null,
      hasTerminationGracePeriod: pool.template.terminationGracePeriodMs !== null,
      decisionId: null,
      rejections: [],
    },
    proposedRemoval: null,
    expectsPodsOf: null,
    volumeLimits: {},
  };
}

function labelsOf(
  pool: NodePool,
  type: InstanceType,
  { zone, capacityType }: { readonly zone: string; readonly capacityType: CapacityType },
): Labels {
  const ofType = Object.entries(type.labels).flatMap(([label, values]) => {
    const [first] = [...values].sort();
    const value = label === labelKeys.os && values.includes('linux') ? 'linux' : first;
    return value === undefined ? [] : [[label, value]];
  });
  return {
    ...pool.template.labels,
    ...Object.fromEntries(ofType),
    [labelKeys.instanceType]: type.name,
    [labelKeys.zone]: zone,
    [labelKeys.capacityType]: capacityType,
    [labelKeys.nodePool]: pool.name,
    [labelKeys.nodeClass]: pool.template.nodeClassName,
  };
}
