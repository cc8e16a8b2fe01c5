import { assertNever, labelKeys } from '@kerf/core';
import type { NodePool } from '../model/node-pool.js';
import type { LabelConflict, SchedulingReason, TypeExclusion } from '../model/scheduling-reason.js';
import type { FixTarget } from '../model/scheduling-result.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';

const requirementsPath = 'spec.template.spec.requirements';
const labelsPath = 'spec.template.metadata.labels';
const imagePath = 'spec.amiSelectorTerms';
const subnetPath = 'spec.subnetSelectorTerms';
const networkPath = 'spec.networkInterfaces';

/**
 * Returns the field whose change would remove the reason; `null` if no field of the NodePool or its
 * NodeClass would.
 */
export function fixTargetOf(reason: SchedulingReason, pool: NodePool): FixTarget | null {
  return (
    targetOfSettings(reason, pool) ?? targetOfLabels(reason, pool) ?? targetOfTypes(reason, pool)
  );
}

/** Returns the field for a reason in the settings or the state of the NodePool. */
function targetOfSettings(reason: SchedulingReason, pool: NodePool): FixTarget | null {
  switch (reason.code) {
    case 'LIMIT_EXCEEDED':
      return ofPool(pool, `spec.limits${member(reason.resource)}`);
    case 'TAINT_NOT_TOLERATED':
      return ofPool(pool, taintPath(pool, reason));
    case 'MIN_VALUES_UNMET':
      return ofPool(pool, `${definitionPath(pool, reason.key) ?? requirementsPath}.minValues`);
    case 'NODE_POOL_NOT_READY':
      return unreadyTarget(pool);
    case 'NODE_POOL_REFUSED':
      return ofPool(pool, reason.field);
    default:
      return null;
  }
}

function targetOfLabels(reason: SchedulingReason, pool: NodePool): FixTarget | null {
  switch (reason.code) {
    case 'LABEL_UNDEFINED':
      return ofPool(pool, requirementsPath);
    case 'REQUIREMENT_INCOMPATIBLE':
      return conflictTarget(pool, reason.allowed);
    case 'IMAGE_MISSING':
      return ofClass(pool, imagePath);
    case 'SUBNET_MISSING':
      return ofClass(pool, subnetPath);
    case 'NETWORK_INCOMPATIBLE':
      return ofClass(pool, networkPath);
    case 'NODE_CLASS_INCOMPATIBLE':
      return ofClass(pool, reason.field);
    case 'TOPOLOGY_UNSATISFIABLE':
      return definedTarget(pool, reason.key);
    default:
      return null;
  }
}

/** Returns the field for a reason that excludes suitable instance types. */
function targetOfTypes(reason: SchedulingReason, pool: NodePool): FixTarget | null {
  switch (reason.code) {
    case 'NO_MATCHING_INSTANCE_TYPE':
      return reason.allowed === null
        ? ofClass(pool, '')
        : ofPool(pool, definitionPath(pool, reason.allowed.key) ?? requirementsPath);
    case 'NO_OFFERING':
      return definedTarget(pool, labelKeys.capacityType) ?? definedTarget(pool, labelKeys.zone);
    case 'RESOURCE_NOT_OFFERED':
      return reason.excludedBy === null ? null : exclusionTarget(pool, reason.excludedBy);
    case 'RESOURCE_TOO_LARGE':
      return reason.fitting === null
        ? volumeTarget(pool, reason.resource)
        : exclusionTarget(pool, reason.fitting.excludedBy);
    default:
      return null;
  }
}

const ofPool = ({ name }: NodePool, path: string): FixTarget => ({ kind: 'NodePool', name, path });

const ofClass = ({ template }: NodePool, path: string): FixTarget => ({
  kind: 'EC2NodeClass',
  name: template.nodeClassName,
  path,
});

function unreadyTarget(pool: NodePool): FixTarget {
  return pool.notReady?.cause === 'NodeClassMissing'
    ? ofPool(pool, 'spec.template.spec.nodeClassRef')
    : ofClass(pool, pool.notReady?.field ?? '');
}

/** Images determine the architecture and operating system, subnets the zone. */
function conflictTarget(pool: NodePool, { source, key }: LabelConflict): FixTarget | null {
  if (source === 'NodePool') return definedTarget(pool, key);
  if (source !== 'InstanceTypes') return null;
  if (key === labelKeys.arch || key === labelKeys.os) return ofClass(pool, imagePath);
  return key === labelKeys.zone ? ofClass(pool, subnetPath) : null;
}

/** The root volume determines the local storage, unless a type has disks that are used for it. */
const volumeTarget = (pool: NodePool, resource: string): FixTarget | null =>
  resource === 'ephemeral-storage' ? ofClass(pool, 'spec.blockDeviceMappings') : null;

function exclusionTarget(pool: NodePool, exclusion: TypeExclusion): FixTarget | null {
  switch (exclusion.source) {
    case 'NodePool':
      return definedTarget(pool, exclusion.key);
    case 'Image':
      return ofClass(pool, imagePath);
    case 'Subnet':
      return ofClass(pool, subnetPath);
    case 'Network':
      return ofClass(pool, networkPath);
    case 'Setting':
      return ofClass(pool, exclusion.field);
    default:
      return assertNever(exclusion);
  }
}

function definedTarget(pool: NodePool, key: string): FixTarget | null {
  const path = definitionPath(pool, key);
  return path === null ? null : ofPool(pool, path);
}

/** Returns the field of the NodePool that sets or restricts a label; `null` if there is none. */
function definitionPath({ template }: NodePool, key: string): string | null {
  const index = template.requirements.findIndex((item) => normalizeLabel(item.key) === key);
  if (index >= 0) return `${requirementsPath}[${index}]`;
  return Object.hasOwn(template.labels, key) ? `${labelsPath}${member(key)}` : null;
}

function taintPath(
  { template }: NodePool,
  { key, effect }: { readonly key: string; readonly effect: string },
): string {
  const index = template.taints.findIndex((taint) => taint.key === key && taint.effect === effect);
  return `spec.template.spec.taints[${Math.max(0, index)}]`;
}

/** As Kubernetes writes it in errors: `.cpu`, `[nvidia.com/gpu]`. */
const member = (key: string): string => (/^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `[${key}]`);
