import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import { components, instant, list, money, reasonResource, whole, word } from '../../rest/wire.js';

const text = z.string();

export const operationFailureResource = z
  .object({
    operation: text,
    object: text,
    errorCode: text,
    message: text,
    remedy: text.nullable(),
    attempts: whole,
    firstFailedAt: instant,
    lastFailedAt: instant,
  })
  .register(components, {
    id: 'OperationFailure',
    description: 'An operation that fails and is retried',
  });

export const nodeClaimResource = z
  .object({
    id: text,
    clusterId: text,
    name: text,
    nodePool: text.nullable(),
    nodeClass: text,
    state: word('NodeClaimState'),
    instanceId: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word('CapacityType').nullable(),
    imageId: text.nullable(),
    price: money.nullable().meta({ description: 'Price at the launch, in µUSD per hour' }),
    nodeName: text.nullable(),
    failure: reasonResource.nullable(),
    termination: z
      .object({
        step: text,
        reason: text,
        startedAt: instant,
        deadline: instant.nullable(),
        waitingFor: text.nullable(),
      })
      .nullable(),
    failures: list(operationFailureResource),
    decisionId: text.nullable(),
    requestedAt: instant,
    launchedAt: instant.nullable(),
    registeredAt: instant.nullable(),
    initializedAt: instant.nullable(),
    terminatedAt: instant.nullable(),
    version: whole,
  })
  .register(components, { id: 'NodeClaim' });

export const nodeClaimPage = pageOf('NodeClaimPage', nodeClaimResource);
