import type { PodVerdict as Verdict } from '@kerf/application';
import { assertNever, type Instant } from '@kerf/core';
import type {
  PendingPodGroup as GroupRow,
  PendingPodField,
  PendingPod as PendingRow,
} from '@kerf/db';
import type { PoolRefusal } from '@kerf/engine';
import { z } from 'zod';
import { toAmounts } from '../../contract/amounts.js';
import { describeFields, type SelectableFields } from '../../contract/field-selector.js';
import { toReason, toReasonOf } from '../../contract/reason.js';
import type {
  NodePoolRejection,
  PendingPod,
  PendingPodGroup,
  PodVerdict,
} from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { amountResource, list, reasonResource, text } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

/** Other fields are read when they are requested. */
export type PendingPodGroupLazy = 'pods';
export type PendingPodGroupView = Omit<PendingPodGroup, PendingPodGroupLazy>;

/** @public The generated types of resolvers import it. */
export interface PendingPodGroupConnectionView extends ConnectionView<PendingPodGroupView> {
  /** Reads only once. */
  readonly readCounts: () => Promise<{ readonly groups: number; readonly pods: number }>;
}

export const toGroupView = (row: GroupRow): PendingPodGroupView => row;

export function toPendingPodView(row: PendingRow): PendingPod {
  const { verdict, evaluatedAt, requests, ...pod } = row;
  return {
    ...pod,
    requests: toAmounts(requests),
    verdict: verdict === null || evaluatedAt === null ? null : toVerdictView(verdict, evaluatedAt),
  };
}

function toVerdictView(verdict: Verdict, evaluatedAt: Instant): PodVerdict {
  const empty = {
    kind: verdict.kind,
    evaluatedAt,
    nodeName: null,
    nodePool: null,
    nodeClaimId: null,
    decisionId: null,
    reasons: [],
    byNodePool: [],
    queuePosition: null,
  };
  switch (verdict.kind) {
    case 'ExistingNode':
      return { ...empty, nodeName: verdict.nodeName };
    case 'NewNode': {
      const { nodePool, nodeClaimId, decisionId } = verdict;
      return { ...empty, nodePool, nodeClaimId, decisionId };
    }
    case 'Unschedulable':
      return {
        ...empty,
        reasons: verdict.reasons.map(toReason),
        byNodePool: verdict.byNodePool.map(toRejection),
        // Verdicts that were recorded before positions existed have none until their next batch.
        queuePosition: verdict.queuePosition ?? null,
      };
    default:
      return assertNever(verdict);
  }
}

export function toRejection({ nodePool, reason, nearest, fix }: PoolRefusal): NodePoolRejection {
  // Verdicts and decisions that were recorded before targets existed have none.
  return { nodePool, reason: toReasonOf(reason, nodePool), nearest, fix: fix ?? null };
}

export const rejectionResource = componentOf(
  'NodePoolRejection',
  {
    reason: reasonResource,
    nearest: resourceOf('NearestMiss', {
      shortages: list(resourceOf('ResourceShortage', {})),
    }).nullable(),
    fix: resourceOf('FixTarget', {}).nullable(),
  },
  'Why a NodePool does not accept a pod',
);

const pendingPodResource = componentOf('PendingPod', {
  requests: list(amountResource),
  verdict: resourceOf('PodVerdict', {
    reasons: list(reasonResource),
    byNodePool: list(rejectionResource),
  }).nullable(),
});

/** Fields of the selector. */
export const selectablePodFields: SelectableFields<PendingPodField> = {
  uid: null,
  namespace: null,
  name: null,
  ownerKind: null,
  ownerName: null,
};

export const schedulingOperations = {
  list: {
    id: 'listPendingPods',
    topics: ['pods'],
    summary: 'Pending pods, oldest first, each with the result of its last evaluation',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      team: z
        .array(text)
        .optional()
        .meta({ description: 'Names of teams that own the namespace or the cluster' }),
      fieldSelector: text.optional().meta({ description: describeFields(selectablePodFields) }),
    }),
    answer: pageOf('PendingPodPage', pendingPodResource),
  },
} as const satisfies Record<string, OperationSpec>;
