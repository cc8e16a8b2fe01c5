import {
  type DriftForecast as DriftRecord,
  type DefinitionFinding as FindingRecord,
  type RegistrationHealth as HealthRecord,
  managerOf,
  type NodePoolManifest,
  type PoolOfferings,
  parseLimits,
  toMinSaving,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { NodeClassRecord, NodePoolRecord, RecordedRevision } from '@kerf/db';
import { type FormattableDefinition, formatManifest } from '@kerf/definitions';
import { listedPrice, type ResourceList } from '@kerf/engine';
import type {
  DefinitionFinding,
  DefinitionRevision,
  DriftForecast,
  NodeClass,
  NodePool,
  NodePoolLimit,
  RegistrationHealth,
  RemainingOfferings,
} from '../../generated/schema-types.js';

/** Other fields are read, or written as YAML, when they are requested. */
export type NodePoolLazy =
  | 'manifest'
  | 'isReady'
  | 'notReadyReason'
  | 'presentReplicas'
  | 'nodes'
  | 'price'
  | 'unpricedNodes'
  | 'registrationHealth'
  | 'limits'
  | 'findings'
  | 'budgets'
  | 'revisions';
export type NodePoolView = Omit<NodePool, NodePoolLazy> & { readonly record: NodePoolRecord };

export type NodeClassLazy = 'manifest' | 'nodePools' | 'revisions';
export type NodeClassView = Omit<NodeClass, NodeClassLazy> & { readonly record: NodeClassRecord };

export function toNodePoolView(record: NodePoolRecord): NodePoolView {
  const { spec } = record;
  const minSaving = toMinSaving(spec.minSaving ?? {});
  return {
    ...record,
    record,
    managedBy: managerOf(record),
    weight: spec.weight ?? 0,
    replicas: spec.replicas ?? null,
    nodeClassName: spec.template.spec.nodeClassRef.name,
    consolidationPolicy: spec.disruption.consolidationPolicy,
    consolidateAfter: spec.disruption.consolidateAfter,
    minSaving: minSaving.microUsdPerHour ?? null,
    minSavingPercent: minSaving.percent ?? null,
    podMovePrice: minSaving.perPodMoveMicroUsdPerHour ?? null,
    expireAfter: spec.template.spec.expireAfter,
  };
}

export function toHealthView(health: HealthRecord): RegistrationHealth {
  const { status, outcomes, failures, lastFailure } = health;
  return {
    status,
    outcomes,
    failures,
    lastFailureAt: lastFailure?.at ?? null,
    lastFailureDetail: lastFailure?.detail ?? null,
  };
}

export function toNodeClassView(record: NodeClassRecord): NodeClassView {
  const { spec, resolution } = record;
  const problems = problemsOf(record);
  return {
    ...record,
    record,
    managedBy: managerOf(record),
    amiFamily: spec.amiFamily ?? null,
    isReady: resolution !== null && problems.length === 0,
    problems,
    resolvedAt: resolution?.resolvedAt ?? null,
    subnets: resolution?.subnets ?? [],
    securityGroups: resolution?.securityGroups ?? [],
    images: resolution?.images ?? [],
    instanceProfile: resolution?.instanceProfile ?? null,
  };
}

function problemsOf({
  name,
  deletionRequestedAt,
  resolution,
}: NodeClassRecord): NodeClassView['problems'] {
  const problems = resolution?.problems ?? [];
  if (deletionRequestedAt === null) return problems;
  const message = `EC2NodeClass ${name} is being deleted`;
  return [{ condition: 'Ready', reason: 'BeingDeleted', message }, ...problems];
}

/** One row for CPU, memory and every limited resource. */
export function toLimits(
  limits: NodePoolManifest['limits'],
  usage: ResourceList,
): readonly NodePoolLimit[] {
  const amounts = parseLimits(limits);
  return [...new Set(['cpu', 'memory', ...Object.keys(amounts)])].map((resource) => ({
    resource,
    usage: usage[resource] ?? 0,
    limit: amounts[resource] ?? null,
  }));
}

export function toFindingView(finding: FindingRecord): DefinitionFinding {
  const { line = null, column = null } = finding;
  return { ...finding, line, column };
}

export function toDriftView(forecast: DriftRecord | null): DriftForecast | null {
  if (forecast === null) return null;
  const { nodes, drifting, priceMicroUsdPerHour, unpricedNodes, replacement } = forecast;
  return {
    nodes,
    drifting,
    price: priceMicroUsdPerHour,
    unpricedNodes,
    leastReplacementMs: replacement.kind === 'AtLeast' ? replacement.ms : null,
    replacementUnknownReason: replacement.kind === 'Unknown' ? replacement.reason : null,
  };
}

/** The number of instance types that are listed. */
const listedTypes = 10;

export function toOfferingsView(offerings: PoolOfferings): RemainingOfferings {
  if (offerings.kind === 'Unknown') {
    return {
      unknownReason: offerings.reason,
      instanceTypes: null,
      regionInstanceTypes: null,
      zones: [],
      regionZones: null,
      capacityTypes: [],
      cheapest: [],
    };
  }
  const { remaining, region } = offerings;
  return {
    unknownReason: null,
    instanceTypes: remaining.types.length,
    regionInstanceTypes: region.types,
    zones: remaining.zones,
    regionZones: region.zones,
    capacityTypes: remaining.capacityTypes,
    cheapest: remaining.types.slice(0, listedTypes).map(({ name, cheapest }) => ({
      name,
      zone: cheapest.zone,
      capacityType: cheapest.capacityType,
      price: listedPrice(cheapest),
    })),
  };
}

export function toRevisionView(
  kind: 'NodePool' | 'EC2NodeClass',
  name: string,
  { revision, spec, savedAt, savedBy }: RecordedRevision,
): DefinitionRevision {
  return {
    revision,
    manifest: formatManifest(toFormattable(kind, name, spec)),
    savedAt,
    savedBy,
  };
}

/** A revision's spec is of its definition's kind: revisions are saved with their definition. */
function toFormattable(
  kind: 'NodePool' | 'EC2NodeClass',
  name: string,
  spec: RecordedRevision['spec'],
): FormattableDefinition {
  if ('template' in spec) {
    invariant(kind === 'NodePool', `a revision of ${kind} ${name} has the spec of a NodePool`);
    return { kind, name, spec };
  }
  invariant(kind === 'EC2NodeClass', `a revision of the ${kind} ${name} is an EC2NodeClass'`);
  return { kind, name, spec };
}
