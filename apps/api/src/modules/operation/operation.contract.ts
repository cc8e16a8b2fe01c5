import { z } from 'zod';
import type { ObjectView } from '../../graphql/object-finders.js';
import type { OperationSpec } from '../../rest/operation.js';
import { components, idPath, instant, text } from '../../rest/wire.js';

const kinds = ['DISRUPTION_SIMULATION', 'CLUSTER_CHECK', 'NOTIFICATION_DELIVERY'] as const;
const states = ['RUNNING', 'SUCCEEDED', 'FAILED'] as const;

const operationResource = z
  .object({
    id: text,
    kind: z.enum(kinds),
    state: z.enum(states).meta({ description: 'Final unless `RUNNING`' }),
    object: text.meta({ description: 'Path of what the work is about, which has its result' }),
    startedAt: instant.nullable().meta({ description: 'Absent if it is not recorded' }),
    finishedAt: instant.nullable(),
    problem: text.nullable().meta({ description: 'Reason for the failure, and how to fix it' }),
  })
  .register(components, {
    id: 'Operation',
    description: 'Work that goes on after the response 202. It cannot be canceled',
  });

export type LongOperation = z.output<typeof operationResource>;

export const operationOperations = {
  get: {
    id: 'getOperation',
    summary: 'One operation: work that goes on after the response 202',
    description: 'Read it at the `Location` of the response until its state is not `RUNNING`.',
    path: idPath,
    answer: operationResource,
  },
} as const satisfies Record<string, OperationSpec>;

/** Returns the operation of an object; `null` if nothing of its kind takes longer than a request. */
export function toOperation(id: string, view: ObjectView): LongOperation | null {
  if ('nodeNames' in view && 'answerBy' in view) return ofSimulation(id, view);
  if ('redeliveryOf' in view) return ofDelivery(id, view);
  if ('connection' in view) return ofCheck(id, view);
  return null;
}

type ViewWith<Member extends string> = Extract<ObjectView, Readonly<Record<Member, unknown>>>;

function ofSimulation(id: string, simulation: ViewWith<'answerBy'>): LongOperation {
  const { state, requestedAt, finishedAt, problem } = simulation;
  const outcome = { Requested: 'RUNNING', Done: 'SUCCEEDED', Failed: 'FAILED' } as const;
  return {
    id,
    kind: 'DISRUPTION_SIMULATION',
    state: outcome[state],
    object: `/api/v1/disruption-simulations/${simulation.id}`,
    startedAt: requestedAt,
    finishedAt,
    problem,
  };
}

function ofDelivery(id: string, delivery: ViewWith<'redeliveryOf'>): LongOperation {
  const { state, createdAt, finishedAt, log } = delivery;
  const outcome = {
    Pending: 'RUNNING',
    Delivered: 'SUCCEEDED',
    Muted: 'FAILED',
    Failed: 'FAILED',
  } as const;
  const isMuted = state === 'Muted';
  const refused = state === 'Failed' ? (log.at(-1)?.response ?? 'No attempt succeeded.') : null;
  return {
    id,
    kind: 'NOTIFICATION_DELIVERY',
    state: outcome[state],
    object: `/api/v1/notification-deliveries/${delivery.id}`,
    startedAt: createdAt,
    finishedAt,
    problem: isMuted ? 'The channel is muted. Unmute it, and deliver again.' : refused,
  };
}

/** The newest check of the cluster. */
function ofCheck(id: string, { id: clusterId, checks }: ViewWith<'connection'>): LongOperation {
  const isRunning = checks.some(({ state }) => state === 'Waiting' || state === 'Running');
  const failed = checks.find(({ state }) => state === 'Failed');
  return {
    id,
    kind: 'CLUSTER_CHECK',
    state: isRunning ? 'RUNNING' : failed === undefined ? 'SUCCEEDED' : 'FAILED',
    object: `/api/v1/clusters/${clusterId}`,
    startedAt: null,
    finishedAt: null,
    problem: failed === undefined ? null : [failed.detail, failed.remedy].filter(Boolean).join(' '),
  };
}
