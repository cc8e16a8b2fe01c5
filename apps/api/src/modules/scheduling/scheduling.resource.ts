import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import {
  amountResource,
  components,
  instant,
  list,
  reasonResource,
  whole,
  word,
} from '../../rest/wire.js';

const text = z.string();

export const rejectionResource = z
  .object({
    nodePool: text,
    reason: reasonResource,
    nearest: z
      .object({
        instanceType: text,
        shortages: list(z.object({ resource: text, requested: whole, allocatable: whole })),
      })
      .nullable(),
    fix: z.object({ kind: text, name: text, path: text }).nullable(),
  })
  .register(components, {
    id: 'NodePoolRejection',
    description: 'Why a NodePool does not accept a pod',
  });

const pendingPodResource = z
  .object({
    uid: text,
    clusterId: text,
    namespace: text,
    name: text,
    ownerKind: text,
    ownerName: text,
    requests: list(amountResource),
    createdAt: instant,
    schedulerMessage: text.nullable(),
    verdict: z
      .object({
        kind: word('PodVerdictKind'),
        evaluatedAt: instant,
        nodeName: text.nullable(),
        nodePool: text.nullable(),
        nodeClaimId: text.nullable(),
        decisionId: text.nullable(),
        reasons: list(reasonResource),
        byNodePool: list(rejectionResource),
        queuePosition: whole.nullable(),
      })
      .nullable(),
  })
  .register(components, { id: 'PendingPod' });

export const pendingPodPage = pageOf('PendingPodPage', pendingPodResource);
