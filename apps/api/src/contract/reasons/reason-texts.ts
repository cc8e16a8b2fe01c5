import { countOf, formatCount, joinWords } from '@kerf/core';
import * as z from 'zod/mini';
import type { ReasonCode } from '../../generated/schema-types.js';
import {
  fixed,
  formatHourly,
  fromData,
  type ReasonFormatter,
  withDetail,
} from './reason-formatter.js';
import { schedulingReasonTexts } from './scheduling-reason-texts.js';

const strings = z.array(z.string());
const epochMs = z.number();

/**
 * The text of every code. packages/engine/src/model/reason.ts defines the data of each code. A missing
 * code is a type error.
 */
export const reasonTexts: Readonly<Record<ReasonCode, ReasonFormatter>> = {
  ...schedulingReasonTexts,
  NOT_MANAGED: fixed({ subject: 'Not managed', sentence: 'Kerf does not manage this node' }),
  NOT_INITIALIZED: fixed({
    subject: 'Not initialized',
    sentence: 'The node is not initialized yet',
  }),
  TERMINATING: fixed({ subject: 'Terminating', sentence: 'The node is already being removed' }),
  IN_DECISION: fromData(z.object({ decisionId: z.string() }), ({ decisionId }) => ({
    subject: 'Pending decision',
    sentence: `The node is part of decision ${decisionId}`,
  })),
  NOMINATED: fromData(z.object({ until: epochMs }), () => ({
    subject: 'Nominated',
    sentence: 'The node is nominated for pending pods',
  })),
  WITHOUT_NODE_POOL: fixed({
    subject: 'No NodePool',
    sentence: 'The NodeClaim has no NodePool, so Kerf does not disrupt the node',
    change: 'Delete the NodeClaim when it is no longer needed',
  }),
  NODE_POOL_UNKNOWN: fromData(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
    subject: 'NodePool not found',
    sentence: `NodePool ${nodePool} does not exist`,
    change: `Create NodePool ${nodePool} again`,
  })),
  NO_INSTANCE_TYPES: fromData(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
    subject: 'No instance types',
    sentence: `NodePool ${nodePool} allows no instance type`,
    change: `Widen the requirements of NodePool ${nodePool}`,
  })),
  NODE_POOL_UNREADABLE: fromData(
    z.object({ nodePool: z.string(), field: z.string(), detail: z.string() }),
    ({ nodePool, field, detail }) => ({
      subject: 'NodePool refused',
      sentence: withDetail(
        `NodePool ${nodePool} is refused, so its nodes are not disrupted voluntarily`,
        detail,
      ),
      change: `Correct ${field === '' ? 'the object' : field} of NodePool ${nodePool} in the cluster`,
    }),
  ),
  DISRUPTION_PAUSED: fromData(
    z.object({
      stops: z.string(),
      owner: z.string(),
      reason: z.string(),
      until: z.nullable(epochMs),
    }),
    ({ stops, owner, reason }) => ({
      subject: 'Paused',
      sentence: `${stops === 'Consolidation' ? 'Consolidation' : 'Disruption'} is paused by ${owner}: ${reason}`,
      change: 'Release the pause on the page Brakes',
    }),
  ),
  NODE_DO_NOT_DISRUPT: fixed({
    subject: 'do-not-disrupt',
    sentence: 'The node has the annotation karpenter.sh/do-not-disrupt',
    change: 'Remove the annotation from the node',
  }),
  NODE_DO_NOT_REPAIR: fixed({
    subject: 'do-not-repair',
    sentence: 'The node is unhealthy, and has the annotation karpenter.sh/do-not-repair',
    change: 'Remove the annotation from the node',
  }),
  MANY_UNHEALTHY: fromData(
    z.object({ nodePool: z.string(), unhealthy: z.number(), nodes: z.number() }),
    ({ nodePool, unhealthy, nodes }) => ({
      subject: 'Many unhealthy',
      sentence: `${unhealthy} of ${countOf(nodes, 'node')} of NodePool ${nodePool} are unhealthy, too many to replace one of them`,
    }),
  ),
  POD_DO_NOT_DISRUPT: fromData(
    z.object({ pod: z.string(), until: z.nullable(epochMs) }),
    ({ pod }) => ({
      subject: 'do-not-disrupt',
      sentence: `Pod ${pod} has the annotation karpenter.sh/do-not-disrupt`,
      change: `Remove the annotation from pod ${pod}, or wait until the pod completes`,
    }),
  ),
  PDB_BLOCKS: fromData(z.object({ pdb: z.string(), pod: z.string() }), ({ pdb, pod }) => ({
    subject: 'PDB',
    sentence: `PodDisruptionBudget ${pdb} allows no eviction of pod ${pod}`,
    change: `Run more of the pods that ${pdb} selects, or relax it`,
  })),
  MULTIPLE_PDBS: fromData(z.object({ pdbs: strings, pod: z.string() }), ({ pdbs, pod }) => ({
    subject: 'Multiple PDBs',
    sentence: `Pod ${pod} has ${pdbs.length} PodDisruptionBudgets (${pdbs.join(', ')}), so Kubernetes does not evict it`,
    change: 'Keep one PodDisruptionBudget for the pod',
  })),
  CONSOLIDATION_DISABLED: fromData(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
    subject: 'Consolidation off',
    sentence: `NodePool ${nodePool} has consolidateAfter: Never`,
    change: `Set consolidateAfter of NodePool ${nodePool} to a duration`,
  })),
  STATIC_POOL: fromData(
    z.object({ nodePool: z.string(), replicas: z.number() }),
    ({ nodePool, replicas }) => ({
      subject: 'Static NodePool',
      sentence: `NodePool ${nodePool} is static and keeps ${countOf(replicas, 'node')}`,
      change: `Lower spec.replicas of NodePool ${nodePool}`,
    }),
  ),
  STATIC_POOL_BUSY: fromData(
    z.object({ nodePool: z.string(), nodes: z.number(), replicas: z.number() }),
    ({ nodePool, replicas }) => ({
      subject: 'NodePool busy',
      sentence: `Other nodes of NodePool ${nodePool} are being replaced or removed; the next ones follow when it has ${countOf(replicas, 'node')} again`,
    }),
  ),
  NODE_LIMIT_REACHED: fromData(
    z.object({ nodePool: z.string(), limit: z.number() }),
    ({ nodePool, limit }) => ({
      subject: 'Node limit',
      sentence: `Its replacement would exceed the limit of ${countOf(limit, 'node')} of NodePool ${nodePool}`,
      change: `Raise limits.nodes of NodePool ${nodePool}, or let nodes go before their replacement with the cluster’s settings terminateFirstDrift and terminateFirstRepair`,
    }),
  ),
  CONSOLIDATE_AFTER: fromData(z.object({ until: epochMs }), () => ({
    subject: 'consolidateAfter',
    sentence: 'Pods were added or removed within consolidateAfter',
  })),
  NOT_EMPTY: fromData(z.object({ pods: z.number() }), ({ pods }) => ({
    subject: 'Not empty',
    sentence: `${countOf(pods, 'pod')} run${pods === 1 ? 's' : ''} on the node`,
  })),
  HOLDS_CAPACITY_BUFFER: fromData(z.object({ buffers: z.array(z.string()) }), ({ buffers }) => ({
    subject: 'CapacityBuffer',
    sentence: `The node holds capacity for CapacityBuffer${buffers.length === 1 ? '' : 's'} ${joinWords(buffers)}`,
  })),
  NOT_EVALUATED_YET: fixed({
    subject: 'Not evaluated yet',
    sentence: 'Not evaluated yet: other nodes are ahead in the queue',
  }),
  REASON_NO_LONGER_APPLIES: fromData(z.object({ reason: z.string() }), ({ reason }) => ({
    subject: `No longer ${reason.toLowerCase()}`,
    sentence: `The node is no longer ${reason.toLowerCase()}`,
  })),
  EXPECTS_PODS: fromData(z.object({ decisionId: z.string() }), ({ decisionId }) => ({
    subject: 'Expects pods',
    sentence: `Decision ${decisionId} moves pods to this node`,
  })),
  REJECTED: fromData(z.object({ decisionId: z.string(), until: epochMs }), ({ decisionId }) => ({
    subject: 'Rejected',
    sentence: `Decision ${decisionId} was rejected`,
  })),
  REPAIR_FAILED: fromData(
    z.object({ decisionId: z.string(), until: epochMs }),
    ({ decisionId }) => ({
      subject: 'Repair failed',
      sentence: `Decision ${decisionId} to replace the unhealthy node failed, and is made again later`,
    }),
  ),
  DESTINATION_NOT_READY: fromData(z.object({ nodeName: z.string() }), ({ nodeName }) => ({
    subject: 'Destination not ready',
    sentence: `Its pods would move to node ${nodeName}, which is not initialized yet`,
  })),
  DESTINATION_NOT_CONSOLIDATABLE: fromData(
    z.object({ nodeName: z.string(), until: epochMs }),
    ({ nodeName }) => ({
      subject: 'Destination within consolidateAfter',
      sentence: `Its pods would move to node ${nodeName}, which takes none until its consolidateAfter has passed`,
    }),
  ),
  PODS_UNSCHEDULABLE: fromData(
    z.object({ pods: z.number(), pod: z.string() }),
    ({ pods, pod }) => ({
      subject: 'Pods do not fit',
      sentence: `${formatCount(pods)} of its pods cannot be scheduled elsewhere${pods === 1 ? ':' : ', for example'} ${pod}`,
      change: `Check why pod ${pod} cannot be scheduled on other nodes`,
    }),
  ),
  MULTIPLE_REPLACEMENTS: fromData(z.object({ nodes: z.number() }), ({ nodes }) => ({
    subject: 'Needs multiple replacements',
    sentence: `Its pods need ${countOf(nodes, 'new node')}; consolidation launches one at most`,
  })),
  PRICE_UNKNOWN: fixed({
    subject: 'Price unknown',
    sentence: 'The price of the node or of its replacement is unknown',
  }),
  NO_CHEAPER_REPLACEMENT: fromData(
    z.object({ priceMicroUsdPerHour: z.number(), bestMicroUsdPerHour: z.number() }),
    ({ priceMicroUsdPerHour: price, bestMicroUsdPerHour: best }) => ({
      subject: 'No cheaper node',
      sentence: `No cheaper replacement: it must cost less than ${formatHourly(price)}, and may cost ${formatHourly(best)} at its most expensive offering`,
    }),
  ),
  SAVING_TOO_SMALL: fromData(
    z.object({
      savingMicroUsdPerHour: z.number(),
      minSavingMicroUsdPerHour: z.number(),
      pods: z.number(),
      nodePool: z.optional(z.string()),
    }),
    ({ savingMicroUsdPerHour: saving, minSavingMicroUsdPerHour: minSaving, pods, nodePool }) => ({
      subject: 'Saving below the minimum',
      sentence: `Consolidation would save ${formatHourly(saving)} and move ${countOf(pods, 'pod')}; ${nodePool === undefined ? 'the settings of the cluster require' : `NodePool ${nodePool} requires`} ${formatHourly(minSaving)} for that`,
      change:
        nodePool === undefined
          ? 'Lower the minimum savings in the settings of the cluster'
          : `Lower the annotations kerf.dev/min-saving-… and kerf.dev/pod-move-… of NodePool ${nodePool}`,
    }),
  ),
  SCORE_TOO_LOW: fromData(
    z.object({ nodePool: z.string(), score: z.number(), minScore: z.number() }),
    ({ nodePool, score, minScore }) => ({
      subject: 'Saving too small for the disruption',
      sentence: `NodePool ${nodePool} has the policy Balanced: the saving has a score of ${score} for the pods that it moves, and ${minScore} is required`,
      change: 'Set consolidationPolicy to WhenEmptyOrUnderutilized to accept every saving',
    }),
  ),
  SPOT_TO_SPOT_DISABLED: fixed({
    subject: 'Spot-to-spot off',
    sentence: 'This is a spot node, and spot-to-spot consolidation is off in this cluster',
    change: 'Turn on spot-to-spot consolidation in the settings of the cluster',
  }),
  SPOT_INFLEXIBLE: fromData(
    z.object({ cheaperTypes: z.number(), needed: z.number() }),
    ({ cheaperTypes, needed }) => ({
      subject: 'Too few spot types',
      sentence: `Only ${countOf(cheaperTypes, 'spot type is', 'spot types are')} cheaper; spot-to-spot consolidation requires ${needed}`,
      change: 'Allow more instance types in the NodePool',
    }),
  ),
  BUDGET_EXHAUSTED: fromData(
    z.object({
      nodePool: z.string(),
      reason: z.string(),
      allowed: z.number(),
      budget: z.nullable(z.number()),
    }),
    ({ nodePool, reason, allowed, budget }) => ({
      subject: 'Disruption budget',
      sentence:
        `${budget === null ? 'The disruption budgets' : `Disruption budget ${budget + 1}`} of NodePool ${nodePool} ` +
        `allow${budget === null ? '' : 's'} ${countOf(allowed, 'disruption')} for reason ${reason} now`,
      change: `Wait, or relax the disruption budgets of NodePool ${nodePool}`,
    }),
  ),
  INSUFFICIENT_CAPACITY: fromData(
    z.object({ offerings: z.number(), detail: z.string() }),
    ({ offerings, detail }) => ({
      subject: 'Insufficient capacity',
      sentence: withDetail(
        `AWS had insufficient capacity in ${countOf(offerings, 'offering')}`,
        detail,
      ),
      change:
        'Allow more instance types, zones or capacity types; Kerf tries other offerings automatically',
    }),
  ),
  NODE_CLASS_NOT_READY: fromData(
    z.object({ nodeClass: z.string(), detail: z.string() }),
    ({ nodeClass, detail }) => ({
      subject: 'EC2NodeClass not ready',
      sentence: withDetail(`EC2NodeClass ${nodeClass} is not ready`, detail),
      change: `Fix EC2NodeClass ${nodeClass}`,
    }),
  ),
  LAUNCH_REFUSED: fromData(z.object({ detail: z.string() }), ({ detail }) => ({
    subject: 'Launch rejected',
    sentence: withDetail('AWS rejected the launch', detail),
    change: 'See the registration check of the cluster',
  })),
  LAUNCH_WITHHELD: fromData(z.object({ detail: z.string() }), ({ detail }) => ({
    subject: 'Not launched',
    sentence: withDetail('Kerf did not launch it', detail),
  })),
  UNKNOWN: () => null,
};
