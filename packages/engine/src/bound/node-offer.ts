import { labelKeys } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodePool } from '../model/node-pool.js';
import type { Offering } from '../model/offering.js';
import type { PodSpec } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { Taint, Toleration } from '../model/taint.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';

/**
 * A node that could be bought, read from the snapshot alone.
 * @remarks This file and its neighbours share no code with the solver on purpose, but for the old
 * names of labels: they check it.
 * Where they are not sure, they let pods onto a node, and so ask more of a certificate.
 */
export interface NodeOffer {
  readonly pool: NodePool;
  readonly type: InstanceType;
  readonly offering: Offering;
  readonly priceMicroUsdPerHour: number;
  /** Labels that a node may have with any value, though nothing says so. */
  readonly openLabels: ReadonlySet<string>;
}

/** Everything that can be bought now: in every pool, every type, everywhere it is sold. */
export function* nodeOffers(snapshot: ClusterSnapshot): Generator<NodeOffer> {
  const openLabels = new Set(snapshot.settings.wellKnownLabels);
  for (const pool of snapshot.nodePools) {
    if (pool.notReady !== null || pool.replicas !== null) continue;
    for (const type of snapshot.instanceTypesByNodePool[pool.name] ?? []) {
      for (const offering of type.offerings) {
        const { priceMicroUsdPerHour, available } = offering;
        if (!available || priceMicroUsdPerHour === null) continue;
        const offer = { pool, type, offering, priceMicroUsdPerHour, openLabels };
        if (pool.template.requirements.every((one) => mayHold(one, soldAs(offer, one.key)))) {
          yield offer;
        }
      }
    }
  }
}

/** Labels of Kubernetes, AWS and Karpenter: the platform may set them. */
const platformLabel = /(^|\.)(kubernetes\.io|k8s\.io|k8s\.aws|karpenter\.sh)\//;

/** Whether such a pod may be on such a node, as far as taints and labels of nodes say. */
export function mayRunOn(spec: PodSpec, offer: NodeOffer): boolean {
  const tainted = offer.pool.template.taints.some(
    (taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint, spec.tolerations),
  );
  if (tainted) return false;
  const holds = (one: RequirementSpec): boolean => {
    const values = valuesOn(offer, one.key);
    const isOpen =
      offer.openLabels.has(one.key) ||
      platformLabel.test(one.key) ||
      isMentioned(offer.pool, one.key);
    return mayHold(one, values ?? (isOpen ? null : []));
  };
  const selected = Object.entries(spec.nodeSelector).every(([key, value]) =>
    holds({ key, operator: 'In', values: [value], minValues: null }),
  );
  const isAffine =
    spec.requiredNodeAffinity.length === 0 ||
    spec.requiredNodeAffinity.some(({ matchExpressions }) => matchExpressions.every(holds));
  const isReachable = spec.volumes.every(
    ({ nodeRequirements }) =>
      nodeRequirements.length === 0 ||
      nodeRequirements.some(({ matchExpressions }) => matchExpressions.every(holds)),
  );
  return selected && isAffine && isReachable;
}

/** Whether the daemon is counted on nodes of the pool and type. */
export function isCountedOn(daemon: PodSpec, pool: NodePool, type: InstanceType): boolean {
  const tolerations = [
    ...daemon.tolerations,
    { key: '', operator: 'Exists', value: '', effect: 'PreferNoSchedule' } as const,
  ];
  if (!pool.template.taints.every((taint) => isTolerated(taint, tolerations))) return false;
  const holds = (one: RequirementSpec): boolean => {
    const values = possibleValues(pool, type, one.key);
    return mayHold(one, values ?? (isMentioned(pool, one.key) ? null : []));
  };
  const selected = Object.entries(daemon.nodeSelector).every(([key, value]) =>
    holds({ key, operator: 'In', values: [value], minValues: null }),
  );
  return (
    selected &&
    (daemon.requiredNodeAffinity.length === 0 ||
      daemon.requiredNodeAffinity.some(({ matchExpressions }) => matchExpressions.every(holds)))
  );
}

/** The pool asks for the label and leaves its value open. */
function isMentioned({ template }: NodePool, label: string): boolean {
  return template.requirements.some(({ key }) => key === label);
}

/** Values of a label that the type and offering bring, whatever the pool asks; `null`: not known. */
function soldAs(offer: NodeOffer, label: string): readonly string[] | null {
  const key = normalizeLabel(label);
  const brought = offeringLabels.has(key) ? undefined : offer.type.labels[key];
  return brought ?? valuesOn(offer, key);
}

const offeringLabels: ReadonlySet<string> = new Set([
  labelKeys.zone,
  labelKeys.zoneId,
  labelKeys.capacityType,
]);

/** Values of a label on the node; `null` when it is not known. */
function valuesOn({ pool, type, offering }: NodeOffer, label: string): readonly string[] | null {
  const key = normalizeLabel(label);
  if (key === labelKeys.zone) return [offering.zone];
  if (key === labelKeys.capacityType) return [offering.capacityType];
  if (key === labelKeys.zoneId) return offering.zoneId === null ? null : [offering.zoneId];
  return possibleValues(pool, type, key);
}

/** Values of a label that nodes of the pool and type can have; `null` when it is not known. */
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
  if (key === labelKeys.zone) return soldIn(type, ({ zone }) => zone);
  if (key === labelKeys.capacityType) return soldIn(type, ({ capacityType }) => capacityType);
  const known = type.labels[key];
  const required = pool.template.requirements.filter((one) => one.key === key);
  if (known !== undefined) {
    return known.filter((value) => required.every((one) => mayHold(one, [value])));
  }
  return required.find(({ operator }) => operator === 'In')?.values ?? null;
}

function soldIn(type: InstanceType, read: (offering: Offering) => string): readonly string[] {
  return type.offerings.filter(({ available }) => available).map(read);
}

/** Whether a label with one of these values can satisfy the requirement; none: it does not exist. */
function mayHold({ operator, values }: RequirementSpec, found: readonly string[] | null): boolean {
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
