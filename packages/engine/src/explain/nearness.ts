import { invariant, labelKeys } from '@kerf/core';
import type { SchedulingReason } from './scheduling-reason.js';

/** Codes with the same hundreds are one tier. */
const tierSize = 100;

/**
 * How far an obstacle keeps a pool from taking a pod, in tiers, nearest first:
 * 0. It passes with time.
 * 1. The pool takes such pods, and one of its own settings or its state keeps it from launching.
 * 2. The pod and the pool do not go together, and either can be changed.
 * 3. The pool is kept for other pods, by a taint.
 * 4. The pool will not be there.
 * 5. The pool is for something else: it has nothing of a resource that the pod needs, or the pod names
 *    another pool.
 * 6. It is not about a pool and a pod, so no pool is refused for it.
 */
export const obstacleDistances: Readonly<Record<SchedulingReason['code'], number>> = {
  RESERVATION_PENDING: 0,
  OFFERINGS_UNAVAILABLE: 1,

  LIMIT_EXCEEDED: 100,
  MIN_VALUES_UNMET: 101,
  OFFERING_UNPRICED: 102,
  NODE_POOL_NOT_READY: 103,
  NO_MATCHING_INSTANCE_TYPE: 104,

  RESOURCE_TOO_LARGE: 200,
  RESOURCE_COMBINATION_TOO_LARGE: 201,
  HOST_PORT_CONFLICT: 202,
  TOPOLOGY_UNSATISFIABLE: 203,
  NO_OFFERING: 204,
  IMAGE_MISSING: 205,
  NETWORK_INCOMPATIBLE: 206,
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
};

/** A pod that names its pool is not about to use another. */
const otherPool = 501;

/**
 * Orders what keeps each of two pools from taking a pod, the nearer pool first. What counts is, in this
 * order: the tier of its farthest obstacle, so that a pool that fails only what the pod or the pool could
 * change comes before one that is kept for others; how many obstacles there are; the farthest of them; and
 * how much of a resource is missing, as a share of what is requested.
 * @param a everything that keeps the first pool from it, at least one
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
 * Of what keeps a pool from taking a pod, what is told: the first, but nothing else of a pool matters to a
 * pod that names another.
 * @param obstacles in the order in which they were looked at, at least one
 */
export function nearestObstacle(obstacles: readonly SchedulingReason[]): SchedulingReason {
  const told = obstacles.find(namesOtherPool) ?? obstacles[0];
  invariant(told !== undefined, 'a pool that does not take a pod has a reason');
  return told;
}

const farthest = (obstacles: readonly SchedulingReason[]): number =>
  Math.max(...obstacles.map(distanceOf));

function distanceOf(obstacle: SchedulingReason): number {
  return namesOtherPool(obstacle) ? otherPool : obstacleDistances[obstacle.code];
}

/** True when the pod says which pools it may go to, and this is none of them. */
const namesOtherPool = (obstacle: SchedulingReason): boolean =>
  obstacle.code === 'REQUIREMENT_INCOMPATIBLE' && obstacle.key === labelKeys.nodePool;

function missingShare(obstacles: readonly SchedulingReason[]): number {
  const sizes = obstacles.find((one) => one.code === 'RESOURCE_TOO_LARGE');
  return sizes === undefined ? 0 : (sizes.requested - sizes.largest) / sizes.requested;
}
