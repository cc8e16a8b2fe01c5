import { labelKeys } from '@kerf/core';
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
  readonly bornAt: number;
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
  const launched = type.offerings.find(
    (offering) => offering.zone === zone && offering.capacityType === capacityType,
  );
  return {
    name,
    labels: {
      ...labelsOf(pool, type, { zone, capacityType }),
      [labelKeys.hostname]: name,
      [labelKeys.registered]: 'true',
      ...(isInitialized ? { [labelKeys.initialized]: 'true' } : {}),
      ...json.field('labels').stringMap(),
    },
    taints: [...pool.template.taints, ...readFixtureTaints(json.field('taints'))],
    capacity: type.capacity,
    allocatable: type.allocatable,
    pods: sources.podsOf(json.field('pods'), name),
    isReady: true,
    isInitialized,
    isTerminating: false,
    doNotDisrupt: json.field('annotations').field('karpenter.sh/do-not-disrupt').stringOrNull(),
    nominatedUntil: null,
    offering: {
      instanceType: type.name,
      zone,
      capacityType,
      priceMicroUsdPerHour: launched?.priceMicroUsdPerHour ?? null,
    },
    nodeClaim: {
      id: `claim-of-${name}`,
      name,
      nodePool: pool.name,
      createdAt: sources.bornAt,
      initializedAt: isInitialized ? sources.bornAt : null,
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
    volumeLimits: sources.volumeLimitsOf(name),
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
