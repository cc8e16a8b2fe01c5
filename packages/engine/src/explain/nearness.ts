import { invariant, labelKeys } from '@kerf/core';
import type { SchedulingReason } from '../model/scheduling-reason.js';

/** Codes with equal hundreds are of one tier. */
const tierSize = 100;

/**
 * Distance of each reason code: how far a NodePool is from taking a pod, in tiers, nearest first:
 * 0. It passes with time.
 * 1. The NodePool takes such pods, and one of its own settings or its state prevents a launch.
 * 2. The pod and the NodePool do not match, and either can be changed.
 * 3. The NodePool is reserved for other pods by a taint.
 * 4. The NodePool is being deleted.
 * 5. The NodePool has another purpose: it has nothing of a resource that the pod requests, or the
 * pod selects another NodePool.
 * 6. The reason does not depend on a NodePool.
 */
export const obstacleDistances: Readonly<Record<SchedulingReason['code'], number>> = {
  RESERVATION_PENDING: 0,
  OFFERINGS_UNAVAILABLE: 1,
  LAUNCHES_PAUSED: 2,
  RESERVATION_FULL: 3,

  LIMIT_EXCEEDED: 100,
  SPEND_LIMIT_EXCEEDED: 105,
  MONTHLY_SPEND_LIMIT_REACHED: 106,
  MIN_VALUES_UNMET: 101,
  OFFERING_UNPRICED: 102,
  NODE_POOL_NOT_READY: 103,
  NO_MATCHING_INSTANCE_TYPE: 104,
  NODE_POOL_REFUSED: 107,

  RESOURCE_TOO_LARGE: 200,
  RESOURCE_COMBINATION_TOO_LARGE: 201,
  HOST_PORT_CONFLICT: 202,
  TOPOLOGY_UNSATISFIABLE: 203,
  NO_OFFERING: 204,
  IMAGE_MISSING: 205,
  NETWORK_INCOMPATIBLE: 206,
  NODE_CLASS_INCOMPATIBLE: 211,
  VOLUME_LIMIT_EXCEEDED: 212,
  DEVICES_MISSING: 213,
  SUBNET_MISSING: 207,
  REQUIREMENT_INCOMPATIBLE: 208,
  LABEL_UNDEFINED: 209,
  VALUE_UNKNOWN: 210,

  TAINT_NOT_TOLERATED: 300,

  NODE_POOL_BEING_DELETED: 400,

  RESOURCE_NOT_OFFERED: 500,

  POD_INVALID: 600,
  CONSTRAINT_UNSUPPORTED: 601,
  NO_NODE_POOL: 602,
  VOLUMES_INCOMPATIBLE: 603,
  INSTANCE_TYPE_MISMATCH: 604,
  INSTANCE_TYPE_TOO_SMALL: 605,
  MORE_EXPENSIVE_THAN_CHOSEN: 606,
  INSTANCE_TYPE_LACKS_DEVICES: 607,
};

/** A pod that selects its NodePool will not use another one. */
const otherPool = 501;
/** No instance type has any device that a claim selects. */
const withoutDevices = 502;

/**
 * Compares the reasons of two NodePools that cannot take a pod; the nearer NodePool sorts first.
 * Criteria in this order: the tier of the farthest reason (a NodePool whose own setting can be
 * fixed comes before one that is reserved for others); the number of reasons; the farthest reason;
 * the missing share of a resource.
 * @param a all reasons of the first NodePool, at least one
 */
export function compareObstacles(
  a: readonly SchedulingReason[],
  b: readonly SchedulingReason[],
): number {
  const [left, right] = [farthest(a), farthest(b)];
  return (
    Math.floor(left / tierSize) - Math.floor(right / tierSize) ||
    a.length - b.length ||
    left - right ||
    missingShare(a) - missingShare(b)
  );
}

/**
 * Returns the reason to report for a NodePool: the first, or that the pod selects another NodePool.
 * @param obstacles in the order of the checks, at least one
 */
export function nearestObstacle(obstacles: readonly SchedulingReason[]): SchedulingReason {
  const reported = obstacles.find(namesOtherPool) ?? obstacles[0];
  invariant(reported !== undefined, 'a NodePool without an obstacle cannot refuse a pod');
  return reported;
}

const farthest = (obstacles: readonly SchedulingReason[]): number =>
  Math.max(...obstacles.map(distanceOf));

function distanceOf(obstacle: SchedulingReason): number {
  if (namesOtherPool(obstacle)) return otherPool;
  const hasNone =
    obstacle.code === 'DEVICES_MISSING' &&
    obstacle.cause === 'TOO_FEW' &&
    obstacle.foundDevices === 0;
  return hasNone ? withoutDevices : obstacleDistances[obstacle.code];
}

/** True if the pod selects NodePools and this is none of them, or none of them exists. */
const namesOtherPool = (obstacle: SchedulingReason): boolean =>
  (obstacle.code === 'REQUIREMENT_INCOMPATIBLE' || obstacle.code === 'VALUE_UNKNOWN') &&
  obstacle.key === labelKeys.nodePool;

function missingShare(obstacles: readonly SchedulingReason[]): number {
  const sizes = obstacles.find((one) => one.code === 'RESOURCE_TOO_LARGE');
  return sizes === undefined ? 0 : (sizes.requested - sizes.largest) / sizes.requested;
}
