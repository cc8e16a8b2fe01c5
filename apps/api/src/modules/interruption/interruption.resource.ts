import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import { components, instant, list, whole, word } from '../../rest/wire.js';

const text = z.string();

export const interruptionResource = z
  .object({
    id: text,
    clusterId: text,
    clusterName: text,
    kind: word('InterruptionKind'),
    outcome: word('InterruptionOutcome'),
    instanceId: text,
    nodeClaimId: text.nullable(),
    nodeName: text.nullable(),
    nodePool: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word('CapacityType').nullable(),
    decisionId: text.nullable(),
    warnedAt: instant,
    receivedAt: instant,
    deadline: instant.nullable(),
    podCount: whole,
    replacementRequestedAt: instant.nullable(),
    replacementClaimIds: list(text),
    drainedAt: instant.nullable(),
    lostPods: list(text).meta({ description: 'Pods that ended with the instance' }),
    endedAt: instant.nullable(),
  })
  .register(components, {
    id: 'Interruption',
    description: 'An interruption: a notice of AWS about one instance, and its outcome',
  });

export const interruptionPage = pageOf('InterruptionPage', interruptionResource);
