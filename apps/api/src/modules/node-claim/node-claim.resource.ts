import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import { components, instant, money, reasonResource, whole, word } from '../../rest/wire.js';

const text = z.string();

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
    price: money.nullable().meta({ description: 'At launch, in µUSD per hour' }),
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
