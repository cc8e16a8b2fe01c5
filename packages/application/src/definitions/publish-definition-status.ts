import { type ClusterId, formatQuantity, toTimestamp } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import { connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import type {
  Definition,
  NodeClassDefinition,
  NodeClassProblem,
  NodePoolDefinition,
  ResolvedCapacityReservation,
} from '../domain/definition/definition.js';
import { type DefinitionRefusal, refusalOf } from '../domain/definition/definition-refusal.js';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import { nodePoolUsage } from '../domain/node-claim/node-pool-usage.js';
import {
  type ClaimOutcome,
  outcomesConsidered,
  type RegistrationHealth,
  registrationHealth,
} from '../domain/node-claim/registration-health.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { DefinitionStatus } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import { notReadyReason, type ReadinessFacts } from '../snapshot/not-ready-reason.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { amiStatuses } from './ami-status.js';
import { effectCondition } from './ineffective-fields.js';
import { refusalEvent, refusalSentences } from './record-refusal.js';

/**
 * Writes the status of NodePool and EC2NodeClass objects, so that `kubectl get` shows readiness,
 * nodes and resources. Objects that the cluster does not serve are skipped. A refused object gets an
 * Event, too, whether it has a definition or not.
 */
export async function publishDefinitionStatus(
  ports: Pick<Ports, 'store' | 'gateway' | 'cache' | 'events'>,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const { store, gateway } = ports;
  const cluster = requireKnown(await requireCluster(store, input.clusterId));
  if (cluster.mode === 'observe') return done;
  const [nodePools, nodeClasses, refusals, claims] = await Promise.all([
    store.definitions.nodePools(cluster.id),
    store.definitions.nodeClasses(cluster.id),
    store.definitions.refusals(cluster.id),
    store.nodeClaims.inStates(cluster.id, livingClaimStates),
  ]);
  const usage = nodePoolUsage(claims.filter((claim) => claim.instance !== null));
  const outcomes = await store.nodeClaims.outcomes(
    cluster.id,
    nodePools.map(({ name }) => name),
    outcomesConsidered,
  );
  const connection = connectionOf(cluster);
  const view = viewIfSynced(ports, cluster.id);
  const sweep = new Sweep();
  const objectOf = ({ kind, name }: Identity) => named(kind, name);
  await sweep.each(nodePools, objectOf, async (pool) => {
    const status = nodePoolStatus(pool, {
      nodeClasses,
      refusals,
      shown: view,
      usage: usage.get(pool.name) ?? { nodes: 0 },
      outcomes: outcomes.get(pool.name) ?? [],
    });
    await gateway.applyDefinitionStatus(connection, 'NodePool', pool.name, status);
  });
  await sweep.each(nodeClasses, objectOf, async (nodeClass) => {
    const status = nodeClassStatus(nodeClass, refusalOf(refusals, nodeClass));
    await gateway.applyDefinitionStatus(connection, 'EC2NodeClass', nodeClass.name, status);
  });
  const defined = [...nodePools, ...nodeClasses];
  const undefinedOnes = refusals.filter((one) => !defined.some((known) => isSame(known, one)));
  await sweep.each(undefinedOnes, objectOf, (refusal) =>
    gateway.applyDefinitionStatus(connection, refusal.kind, refusal.name, refusedStatus(refusal)),
  );
  ports.events.record(cluster.id, refusals.map(refusalEvent));
  sweep.conclude();
  return done;
}

type Identity = Pick<Definition, 'kind' | 'name'>;
const isSame = (a: Identity, b: Identity): boolean => a.kind === b.kind && a.name === b.name;

type Condition = DefinitionStatus['conditions'][number];

interface NodePoolFacts extends ReadinessFacts {
  readonly usage: ResourceList;
  readonly outcomes: readonly ClaimOutcome[];
}

/** The resources that a NodePool without nodes has in its status. Source: karpenter counter. */
const noResources: ResourceList = {
  cpu: 0,
  memory: 0,
  pods: 0,
  'ephemeral-storage': 0,
  nodes: 0,
};

function nodePoolStatus(pool: NodePoolDefinition, facts: NodePoolFacts): DefinitionStatus {
  const { nodeClasses, refusals, usage, outcomes } = facts;
  const fields = usageFields(usage);
  const refusal = refusalOf(refusals, pool);
  if (refusal?.extent === 'Everything') return { ...refusedStatus(refusal), fields };
  const problem = notReadyReason(pool, facts);
  return {
    generation: pool.objectGeneration,
    conditions: [
      ...(refusal === undefined
        ? [condition('ValidationSucceeded', null)]
        : [failedValidation('ValidationSucceeded', refusal)]),
      condition('NodeClassReady', problem),
      registrationCondition(registrationHealth(outcomes, pool, nodeClasses)),
      effectCondition(pool),
      refusal === undefined ? condition('Ready', problem) : failedValidation('Ready', refusal),
    ],
    fields,
  };
}

function usageFields(usage: ResourceList): DefinitionStatus['fields'] {
  return {
    nodes: usage['nodes'] ?? 0,
    resources: Object.fromEntries(
      Object.entries({ ...noResources, ...usage }).map(([resource, amount]) => [
        resource,
        formatQuantity(resource, amount),
      ]),
    ),
  };
}

/** The other conditions keep the generation that they were computed from. */
const refusedStatus = (refusal: DefinitionRefusal): DefinitionStatus => ({
  generation: refusal.generation,
  conditions: [
    failedValidation('ValidationSucceeded', refusal),
    failedValidation('Ready', refusal),
  ],
  fields: {},
});

const failedValidation = (type: string, refusal: DefinitionRefusal): Condition => ({
  type,
  status: 'False',
  reason: 'ValidationFailed',
  message: refusalSentences(refusal),
});

/** Returns a condition that is reported, but is not part of `Ready`. */
function registrationCondition(health: RegistrationHealth): Condition {
  const { outcomes, failures, lastFailure } = health;
  const type = 'NodeRegistrationHealthy';
  if (health.status === 'Undecided') return unknown(type);
  const isHealthy = health.status === 'Healthy';
  const shown = lastFailure?.detail ? `: ${lastFailure.detail}` : '';
  return {
    type,
    status: isHealthy ? 'True' : 'False',
    reason: isHealthy ? type : (lastFailure?.failure ?? type),
    message: failures === 0 ? '' : `${failures} of the last ${outcomes} launches failed${shown}`,
  };
}

function nodeClassStatus(
  nodeClass: NodeClassDefinition,
  refusal: DefinitionRefusal | undefined,
): DefinitionStatus {
  if (refusal !== undefined) return refusedStatus(refusal);
  const { resolution, objectGeneration: generation } = nodeClass;
  const types = [
    'SubnetsReady',
    'SecurityGroupsReady',
    'AMIsReady',
    'InstanceProfileReady',
    'CapacityReservationsReady',
    'PlacementGroupReady',
    'ValidationSucceeded',
  ] as const;
  if (resolution === null) {
    const conditions = types.map((type) => unknown(type));
    return {
      generation,
      conditions: [...conditions, effectCondition(nodeClass), unknown('Ready')],
      fields: {},
    };
  }
  return {
    generation,
    conditions: [
      ...types.map((type) => classCondition(type, resolution.problems)),
      effectCondition(nodeClass),
      condition('Ready', resolution.problems[0]?.message ?? null),
    ],
    fields: {
      subnets: resolution.subnets.map(({ id, zone, zoneId }) => ({ id, zone, zoneID: zoneId })),
      securityGroups: resolution.securityGroups,
      amis: amiStatuses(resolution.images),
      capacityReservations: (resolution.capacityReservations ?? [])
        .filter(({ state }) => state !== 'ended')
        .map(reservationStatus),
      ...(resolution.instanceProfile === null
        ? {}
        : { instanceProfile: resolution.instanceProfile }),
    },
  };
}

/** Returns a condition with Karpenter's reasons. */
function classCondition(type: string, problems: readonly NodeClassProblem[]): Condition {
  const problem = problems.find((one) => one.condition === type);
  if (problem !== undefined) {
    const { reason, message } = problem;
    return { type, status: 'False', reason, message };
  }
  const [other] = problems;
  return type !== 'ValidationSucceeded' || other === undefined
    ? condition(type, null)
    : {
        type,
        status: 'False',
        reason: 'DependenciesNotReady',
        message: `Not validated while ${other.condition} is false`,
      };
}

function reservationStatus(reservation: ResolvedCapacityReservation): object {
  const { id, zone, instanceType, ownerId, endsAt, state } = reservation;
  return {
    id,
    availabilityZone: zone,
    instanceType,
    instanceMatchCriteria: reservation.matchCriteria,
    ownerID: ownerId,
    reservationType: reservation.type,
    interruptible: reservation.interruptible,
    state,
    ...(endsAt === null ? {} : { endTime: toTimestamp(endsAt) }),
  };
}

function condition(type: string, problem: string | null): Condition {
  return problem === null
    ? { type, status: 'True', reason: type, message: '' }
    : { type, status: 'False', reason: 'NotReady', message: problem };
}

const unknown = (type: string): Condition => ({
  type,
  status: 'Unknown',
  reason: 'AwaitingReconciliation',
  message: '',
});
