import { assertNever, invariant, labelKeys } from '@kerf/core';
import type { Reason } from '../explain/reason.js';
import { findPortConflict } from '../host-ports/host-port-usage.js';
import type { HostPort } from '../model/pod.js';
import {
  type Bits,
  bitsIntersect,
  emptyBits,
  hasBit,
  membersOf,
  uniteBits,
} from '../requirements/bits.js';
import { describeRequirement, describeValues } from '../requirements/describe.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { type Requirements, valuesSatisfy } from '../requirements/requirements.js';
import type { ResourceSpace, ResourceVector } from '../resources/resource-space.js';
import type { LimitStanding } from './limits.js';
import type { NodeClaimTemplate } from './node-claim-template.js';

/** What a type is asked to do. */
export interface TypeQuestion {
  readonly template: NodeClaimTemplate;
  readonly requirements: Requirements;
  /** Of the pods; daemons are on top. */
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
  readonly limits: readonly LimitStanding[];
}

const stages = ['Label', 'Offering', 'Price', 'Room', 'Limit', 'Port'] as const;
type Stage = (typeof stages)[number];

/**
 * The first thing that rules a type out, as one number: first by how far the type gets (labels,
 * offering, price, room, limits, ports), then by the label, the resource, or the port's place in the
 * question. The greater, the nearer to fitting.
 */
export type TypeObstacle = number;

/** Nothing rules the type out. */
export const noObstacle = -1;

const stride = 2 ** 20;
const obstacle = (stage: Stage, subject: number): TypeObstacle =>
  stages.indexOf(stage) * stride + subject;

/** True when a type with the first obstacle gets further than one with the second. */
export function getsFurther(a: TypeObstacle, b: TypeObstacle): boolean {
  return Math.floor(a / stride) > Math.floor(b / stride);
}

/** What names are needed to say why. */
export interface ObstacleNames {
  readonly space: LabelSpace;
  readonly resources: ResourceSpace;
}

export function findObstacle(question: TypeQuestion, type: number): TypeObstacle {
  const { template, requirements, requests, limits } = question;
  if (!hasBit(template.allowedBy(requirements).types, type)) {
    return findLastingObstacle(template, requirements, type);
  }
  for (let resource = 0; resource < requests.length; resource++) {
    if ((requests[resource] ?? 0) > template.room.get(type, resource)) {
      return obstacle('Room', resource);
    }
  }
  const exceeded = limits.find(({ index, left }) => template.capacity.get(type, index) > left);
  if (exceeded !== undefined) return obstacle('Limit', exceeded.index);
  return findPortObstacle(question, type);
}

/** Why the requirements do not allow a type, whatever is to run on it. */
export function findLastingObstacle(
  template: NodeClaimTemplate,
  requirements: Requirements,
  type: number,
): TypeObstacle {
  const compiled = template.types[type];
  const failing = requirements.list.find(({ key }) => {
    const values = compiled?.labels[key];
    const requirement = requirements.byKey[key];
    return values !== undefined && requirement !== undefined && !valuesSatisfy(requirement, values);
  });
  if (failing !== undefined) return obstacle('Label', failing.key);
  const { kinds } = template.allowedBy(requirements);
  if (compiled !== undefined && !bitsIntersect(compiled.kinds, kinds)) {
    return obstacle(bitsIntersect(compiled.unpricedKinds, kinds) ? 'Price' : 'Offering', 0);
  }
  const { requests } = template.daemons.overheadFor(type);
  const resource = requests.findIndex((_, index) => template.room.get(type, index) < 0);
  return obstacle('Room', Math.max(0, resource));
}

/** The reason that holds for several types with the same obstacle. */
export function reasonFor(
  names: ObstacleNames,
  question: TypeQuestion,
  found: TypeObstacle,
  types: readonly number[],
): Reason {
  const stage = stages[Math.floor(found / stride)];
  const subject = found % stride;
  invariant(stage !== undefined, 'a type without an obstacle has no reason');
  switch (stage) {
    case 'Label':
      return labelReason(names.space, question, subject, types);
    case 'Offering':
      return offeringReason(names.space, question.requirements);
    case 'Price':
      return { code: 'OFFERING_UNPRICED' };
    case 'Room':
      return roomReason(names.resources, question, subject, types);
    case 'Limit':
      return limitReason(names.resources, question, subject, types);
    case 'Port': {
      const port = question.hostPorts[subject];
      return { code: 'HOST_PORT_CONFLICT', port: port?.port ?? 0, protocol: port?.protocol ?? '' };
    }
    default:
      return assertNever(stage);
  }
}

function findPortObstacle({ template, hostPorts }: TypeQuestion, type: number): TypeObstacle {
  if (hostPorts.length === 0) return noObstacle;
  const conflict = findPortConflict(template.daemons.overheadFor(type).hostPorts, hostPorts);
  return conflict === null ? noObstacle : obstacle('Port', hostPorts.indexOf(conflict));
}

function labelReason(
  space: LabelSpace,
  { template, requirements }: TypeQuestion,
  key: number,
  types: readonly number[],
): Reason {
  const wanted = requirements.byKey[key];
  let values: Bits = emptyBits(space.valueCount(key));
  for (const type of types) {
    values = uniteBits(values, template.types[type]?.labels[key] ?? values);
  }
  return {
    code: 'REQUIREMENT_INCOMPATIBLE',
    key: space.nameOf(key),
    wanted: wanted === undefined ? '' : describeRequirement(space, wanted),
    found: describeValues(space, key, values),
  };
}

function offeringReason(space: LabelSpace, requirements: Requirements): Reason {
  const asked = (label: string): readonly string[] => {
    const key = space.keyOf(label);
    const requirement = key === undefined ? undefined : requirements.byKey[key];
    if (key === undefined || requirement === undefined) return [];
    return membersOf(requirement.allowed).map((value) => space.textOf(key, value));
  };
  return {
    code: 'NO_OFFERING',
    zones: asked(labelKeys.zone),
    capacityTypes: asked(labelKeys.capacityType),
  };
}

function roomReason(
  resources: ResourceSpace,
  { template, requests }: TypeQuestion,
  resource: number,
  types: readonly number[],
): Reason {
  const largest = types.reduce((best, type) =>
    template.room.get(type, resource) > template.room.get(best, resource) ? type : best,
  );
  const compiled = template.types[largest];
  const daemons = template.daemons.overheadFor(largest).requests[resource] ?? 0;
  return {
    code: 'RESOURCE_TOO_LARGE',
    resource: resources.names[resource] ?? '',
    requested: (requests[resource] ?? 0) + daemons,
    largest: compiled?.allocatable[resource] ?? 0,
    instanceType: compiled?.source.name ?? null,
  };
}

function limitReason(
  resources: ResourceSpace,
  { template, limits }: TypeQuestion,
  resource: number,
  types: readonly number[],
): Reason {
  const standing = limits.find(({ index }) => index === resource);
  const limit = standing?.limit ?? 0;
  return {
    code: 'LIMIT_EXCEEDED',
    resource: resources.names[resource] ?? '',
    limit,
    usage: limit - (standing?.left ?? 0),
    needed: Math.min(...types.map((type) => template.capacity.get(type, resource))),
  };
}
