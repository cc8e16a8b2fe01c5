// Lists the nodes that could be launched, and which pods may run on them, from the snapshot alone.
// Part of the certificate check: it shares no code with the optimizer, except the names of
// deprecated labels. In doubt it lets pods onto a node, which makes the check stricter.
// Units: prices in micro-USD per hour.

import { labelKeys } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { Node } from '../model/node.js';
import { canLaunch, type NodePool } from '../model/node-pool.js';
import { isLaunchable, type Offering } from '../model/offering.js';
import type { PodSpec } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { Taint, Toleration } from '../model/taint.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';

/**
 * A node that could be launched: an available offering of a NodePool's instance type, with its
 * price.
 */
export interface NodeOffer {
  readonly pool: NodePool;
  readonly type: InstanceType;
  readonly offering: Offering;
  readonly priceMicroUsdPerHour: number;
  /** Labels that a node may have with any value. */
  readonly openLabels: ReadonlySet<string>;
}

/**
 * Yields every available offering with a known price, of every instance type of every NodePool that
 * is ready and not static, if the NodePool's requirements may hold for it.
 */
export function* nodeOffers(snapshot: ClusterSnapshot): Generator<NodeOffer> {
  const openLabels = new Set(snapshot.settings.wellKnownLabels);
  for (const pool of snapshot.nodePools) {
    if (!canLaunch(pool) || pool.replicas !== null) continue;
    for (const type of snapshot.instanceTypesByNodePool[pool.name] ?? []) {
      for (const offering of type.offerings) {
        const { priceMicroUsdPerHour } = offering;
        if (!isLaunchable(offering) || priceMicroUsdPerHour === null) continue;
        const offer = { pool, type, offering, priceMicroUsdPerHour, openLabels };
        if (
          pool.template.requirements.every((one) => maySatisfy(one, offeredValues(offer, one.key)))
        ) {
          yield offer;
        }
      }
    }
  }
}

/** Labels of Kubernetes, AWS and Karpenter: the platform may set them. */
const platformLabel = /(^|\.)(kubernetes\.io|k8s\.io|k8s\.aws|karpenter\.sh)\//;

/**
 * Returns true if the pod may run on the node, by taints, node selectors, node affinity and
 * volumes.
 */
export function mayRunOn(spec: PodSpec, offer: NodeOffer): boolean {
  const tainted = offer.pool.template.taints.some(
    (taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint, spec.tolerations),
  );
  if (tainted) return false;
  const valuesOf = (key: string): readonly string[] | null => {
    const isOpen =
      offer.openLabels.has(key) || platformLabel.test(key) || isMentioned(offer.pool, key);
    return valuesOn(offer, key) ?? (isOpen ? null : []);
  };
  return isReachable(spec, valuesOf) && maySelect(spec, valuesOf);
}

/** Returns true if the pod may run on the existing node, by the same constraints. */
export function mayRunOnNode(
  spec: PodSpec,
  { labels, taints }: Pick<Node, 'labels' | 'taints'>,
): boolean {
  const isTainted = taints.some(
    (taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint, spec.tolerations),
  );
  if (isTainted) return false;
  const valuesOf = (label: string): readonly string[] => {
    const value = labels[label] ?? labels[normalizeLabel(label)];
    return value === undefined ? [] : [value];
  };
  return isReachable(spec, valuesOf) && maySelect(spec, valuesOf);
}

/** Returns true if the node may attach all volumes of the pod. */
function isReachable({ volumes }: PodSpec, valuesOf: ValuesOf): boolean {
  return volumes.every(
    ({ nodeRequirements }) =>
      nodeRequirements.length === 0 ||
      nodeRequirements.some(({ matchExpressions }) => maySatisfyAll(matchExpressions, valuesOf)),
  );
}

/** Returns true if the daemon takes capacity on nodes of the NodePool and type. */
export function daemonRunsOn(daemon: PodSpec, pool: NodePool, type: InstanceType): boolean {
  const tolerations = [
    ...daemon.tolerations,
    { key: '', operator: 'Exists', value: '', effect: 'PreferNoSchedule' } as const,
  ];
  if (!pool.template.taints.every((taint) => isTolerated(taint, tolerations))) return false;
  return maySelect(
    daemon,
    (key) => possibleValues(pool, type, key) ?? (isMentioned(pool, key) ? null : []),
  );
}

/** Returns true if the node selector and one of the required terms can hold together. */
function maySelect({ nodeSelector, requiredNodeAffinity }: PodSpec, valuesOf: ValuesOf): boolean {
  const selected = Object.entries(nodeSelector).map(
    ([key, value]) => ({ key, operator: 'In', values: [value], minValues: null }) as const,
  );
  if (requiredNodeAffinity.length === 0) return maySatisfyAll(selected, valuesOf);
  return requiredNodeAffinity.some(
    ({ matchExpressions }) =>
      matchExpressions.length > 0 && maySatisfyAll([...selected, ...matchExpressions], valuesOf),
  );
}

/** Returns true if the NodePool has a requirement on the label; its value may then be open. */
function isMentioned({ template }: NodePool, label: string): boolean {
  return template.requirements.some(({ key }) => key === label);
}

/**
 * Returns the label values of the type and offering before the NodePool's requirements; `null` if
 * unknown.
 */
function offeredValues(offer: NodeOffer, label: string): readonly string[] | null {
  const key = normalizeLabel(label);
  const ofType = offeringLabels.has(key) ? undefined : offer.type.labels[key];
  return ofType ?? valuesOn(offer, key);
}

const offeringLabels: ReadonlySet<string> = new Set([
  labelKeys.zone,
  labelKeys.zoneId,
  labelKeys.capacityType,
]);

/** Returns the values of a label on the node; `null` if unknown. */
function valuesOn({ pool, type, offering }: NodeOffer, label: string): readonly string[] | null {
  const key = normalizeLabel(label);
  if (key === labelKeys.zone) return [offering.zone];
  if (key === labelKeys.capacityType) return [offering.capacityType];
  if (key === labelKeys.zoneId) return offering.zoneId === null ? null : [offering.zoneId];
  return possibleValues(pool, type, key);
}

/** Returns the values of a label on nodes of the NodePool and type; `null` if unknown. */
function possibleValues(
  pool: NodePool,
  type: InstanceType,
  label: string,
): readonly string[] | null {
  const key = normalizeLabel(label);
  if (key === labelKeys.nodePool) return [pool.name];
  if (key === labelKeys.nodeClass) return [pool.template.nodeClassName];
  if (key === labelKeys.instanceType) return [type.name];
  if (key === labelKeys.registered || key === labelKeys.initialized) return ['true'];
  const own = pool.template.labels[key];
  if (own !== undefined) return [own];
  if (key === labelKeys.zone) return valuesIn(type, ({ zone }) => zone);
  if (key === labelKeys.capacityType) return valuesIn(type, ({ capacityType }) => capacityType);
  const known = type.labels[key];
  const required = pool.template.requirements.filter((one) => one.key === key);
  if (known !== undefined) {
    return known.filter((value) => required.every((one) => maySatisfy(one, [value])));
  }
  return required.find(({ operator }) => operator === 'In')?.values ?? null;
}

function valuesIn(type: InstanceType, read: (offering: Offering) => string): readonly string[] {
  return type.offerings.filter(isLaunchable).map(read);
}

/** Returns the values that a label may have on a node; `null` if unknown. */
type ValuesOf = (key: string) => readonly string[] | null;

/** Returns true if labels can satisfy all expressions; those on one label with one value of it. */
function maySatisfyAll(expressions: readonly RequirementSpec[], valuesOf: ValuesOf): boolean {
  const byKey = Map.groupBy(expressions, ({ key }) => normalizeLabel(key));
  return [...byKey].every(([key, own]) => {
    const found = valuesOf(key);
    if (found === null) return mayUnknownSatisfy(own);
    const states = found.length === 0 ? [[]] : found.map((value) => [value]);
    return states.some((state) => own.every((one) => maySatisfy(one, state)));
  });
}

const bounds: readonly RequirementSpec['operator'][] = ['Gt', 'Gte', 'Lt', 'Lte'];

/** An unknown label may be absent, have a listed value, or have any other value. */
function mayUnknownSatisfy(expressions: readonly RequirementSpec[]): boolean {
  const other = 'a value that no expression lists';
  const present = [other, ...expressions.flatMap(({ values }) => values)].map((value) => [value]);
  return [[], ...present].some((state) =>
    expressions.every((one) =>
      bounds.includes(one.operator) ? state.length > 0 : maySatisfy(one, state),
    ),
  );
}

/**
 * Returns true if a label with one of these values can satisfy the requirement. No value: the label
 * is absent.
 */
function maySatisfy(
  { operator, values }: RequirementSpec,
  found: readonly string[] | null,
): boolean {
  if (found === null) return true;
  const [limit] = values.map(Number);
  const some = (test: (value: string) => boolean): boolean => found.some(test);
  switch (operator) {
    case 'In':
      return some((value) => values.includes(value));
    case 'NotIn':
      return found.length === 0 || some((value) => !values.includes(value));
    case 'Exists':
      return found.length > 0;
    case 'DoesNotExist':
      return found.length === 0;
    case 'Gt':
      return some((value) => Number(value) > (limit ?? Number.NaN));
    case 'Gte':
      return some((value) => Number(value) >= (limit ?? Number.NaN));
    case 'Lt':
      return some((value) => Number(value) < (limit ?? Number.NaN));
    case 'Lte':
      return some((value) => Number(value) <= (limit ?? Number.NaN));
    default:
      return true;
  }
}

function isTolerated(taint: Taint, tolerations: readonly Toleration[]): boolean {
  return tolerations.some(
    ({ key, operator, value, effect }) =>
      (effect === null || effect === taint.effect) &&
      (key === '' || key === taint.key) &&
      (operator === 'Exists' || value === taint.value),
  );
}
