import * as z from 'zod/mini';
import type { ReasonCode } from '../../gql/graphql.js';
import { formatHourly } from '../format/money.js';
import { countOf } from '../format/quantity.js';
import { joinWords } from '../format/words.js';
import { fixed, type Reader, text, withDetail } from './reason-reader.js';
import { schedulingReasonTexts } from './scheduling-reason-texts.js';

const strings = z.array(z.string());
const instant = z.number();

/** The instant is shown by the caller's clock; see `untilOf`. */
const waiting = (subject: string, sentence: string): Reader => fixed({ subject, sentence });

/**
 * The words for every code. What the engine means by each field is in
 * packages/engine/src/explain/reason.ts; a code that is missing here does not compile.
 */
export const reasonTexts: Readonly<Record<ReasonCode, Reader>> = {
  ...schedulingReasonTexts,
  NOT_MANAGED: fixed({ subject: 'not managed', sentence: 'Kerf does not manage this node' }),
  NOT_INITIALIZED: waiting('starting', 'the node is not initialized yet'),
  TERMINATING: waiting('leaving', 'the node is leaving already'),
  IN_DECISION: text(z.object({ decisionId: z.string() }), ({ decisionId }) => ({
    subject: 'in a decision',
    sentence: `decision ${decisionId} is about this node`,
  })),
  NOMINATED: text(z.object({ until: instant }), () => ({
    subject: 'expects pods',
    sentence: 'pods are on their way to it',
  })),
  WITHOUT_NODE_POOL: fixed({
    subject: 'no pool',
    sentence: 'a person made its NodeClaim, and no pool says when it may go',
    change: 'Delete its NodeClaim when it is not needed any more',
  }),
  NODE_POOL_UNKNOWN: text(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
    subject: 'pool unknown',
    sentence: `its NodePool ${nodePool} does not exist`,
    change: `Add the NodePool ${nodePool} again`,
  })),
  NO_INSTANCE_TYPES: text(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
    subject: 'no types',
    sentence: `the NodePool ${nodePool} allows no instance type`,
    change: `Widen the requirements of ${nodePool}`,
  })),
  NODE_DO_NOT_DISRUPT: fixed({
    subject: 'do-not-disrupt',
    sentence: 'the node carries karpenter.sh/do-not-disrupt',
    change: 'Remove the annotation from the node',
  }),
  POD_DO_NOT_DISRUPT: text(
    z.object({ pod: z.string(), until: z.nullable(instant) }),
    ({ pod }) => ({
      subject: 'do-not-disrupt',
      sentence: `pod ${pod} carries karpenter.sh/do-not-disrupt`,
      change: `Remove the annotation from ${pod}, or wait for it to finish`,
    }),
  ),
  PDB_BLOCKS: text(z.object({ pdb: z.string(), pod: z.string() }), ({ pdb, pod }) => ({
    subject: 'PDB',
    sentence: `PodDisruptionBudget ${pdb} allows no eviction of ${pod}`,
    change: `Run more replicas behind ${pdb}, or loosen it`,
  })),
  MULTIPLE_PDBS: text(z.object({ pdbs: strings, pod: z.string() }), ({ pdbs, pod }) => ({
    subject: 'several PDBs',
    sentence: `pod ${pod} is covered by ${pdbs.length} PodDisruptionBudgets (${pdbs.join(', ')}), so Kubernetes refuses to evict it`,
    change: 'Leave one PodDisruptionBudget per pod',
  })),
  CONSOLIDATION_DISABLED: text(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
    subject: 'consolidation off',
    sentence: `the NodePool ${nodePool} never consolidates`,
    change: `Set consolidateAfter of ${nodePool} to a duration`,
  })),
  STATIC_POOL: text(
    z.object({ nodePool: z.string(), replicas: z.number() }),
    ({ nodePool, replicas }) => ({
      subject: 'static pool',
      sentence: `the NodePool ${nodePool} keeps ${countOf(replicas, 'node')}, whatever runs on them`,
      change: `Lower replicas of ${nodePool}`,
    }),
  ),
  STATIC_POOL_BUSY: text(
    z.object({ nodePool: z.string(), nodes: z.number(), replicas: z.number() }),
    ({ nodePool, replicas }) => ({
      subject: 'pool busy',
      sentence: `nodes of ${nodePool} are being replaced or removed; the next are when it is back at ${replicas}`,
    }),
  ),
  NODE_LIMIT_REACHED: text(
    z.object({ nodePool: z.string(), limit: z.number() }),
    ({ nodePool, limit }) => ({
      subject: 'node limit',
      sentence: `its replacement would be one node more than the limit of ${limit} of ${nodePool}`,
      change: `Raise limits.nodes of ${nodePool}`,
    }),
  ),
  CONSOLIDATE_AFTER: text(z.object({ until: instant }), () => ({
    subject: 'consolidateAfter',
    sentence: 'pods came or went a short while ago',
  })),
  NOT_EMPTY: text(z.object({ pods: z.number() }), ({ pods }) => ({
    subject: 'in use',
    sentence: `${countOf(pods, 'pod')} run${pods === 1 ? 's' : ''} on it`,
  })),
  HOLDS_CAPACITY_BUFFER: text(z.object({ buffers: z.array(z.string()) }), ({ buffers }) => ({
    subject: 'keeps room',
    sentence: `its room is kept free for ${joinWords(buffers)}`,
  })),
  NOT_EVALUATED_YET: fixed({
    subject: 'next turn',
    sentence: 'another node is looked at first; its turn comes',
  }),
  REASON_NO_LONGER_APPLIES: text(z.object({ reason: z.string() }), ({ reason }) => ({
    subject: 'no longer',
    sentence: `it is not ${reason.toLowerCase()} any more`,
  })),
  EXPECTS_PODS: text(z.object({ decisionId: z.string() }), ({ decisionId }) => ({
    subject: 'expects pods',
    sentence: `decision ${decisionId} moves pods to this node`,
  })),
  REJECTED: text(z.object({ decisionId: z.string(), until: instant }), ({ decisionId }) => ({
    subject: 'rejected',
    sentence: `decision ${decisionId} was rejected; it is not proposed again`,
  })),
  DESTINATION_NOT_READY: text(z.object({ nodeName: z.string() }), ({ nodeName }) => ({
    subject: 'destination not ready',
    sentence: `its pods would move to ${nodeName}, which is not initialized yet`,
  })),
  PODS_UNSCHEDULABLE: text(z.object({ pods: z.number(), pod: z.string() }), ({ pods, pod }) => ({
    subject: 'no place',
    sentence: `${countOf(pods, 'of its pods finds', 'of its pods find')} no place elsewhere, first ${pod}`,
    change: `See why ${pod} fits nowhere else`,
  })),
  MULTIPLE_REPLACEMENTS: text(z.object({ nodes: z.number() }), ({ nodes }) => ({
    subject: 'several nodes',
    sentence: `its pods would need ${countOf(nodes, 'new node')}`,
  })),
  PRICE_UNKNOWN: fixed({
    subject: 'price unknown',
    sentence: 'what it or its replacement costs is not known, so nothing can be told to be cheaper',
  }),
  NO_CHEAPER_REPLACEMENT: text(
    z.object({ priceMicroUsdPerHour: z.number(), bestMicroUsdPerHour: z.number() }),
    ({ priceMicroUsdPerHour: price, bestMicroUsdPerHour: best }) => ({
      subject: 'nothing cheaper',
      sentence: `it costs ${formatHourly(price)}; a node for its pods would cost ${formatHourly(best)} at least`,
    }),
  ),
  POLICY_UNSUPPORTED: text(z.object({ policy: z.string() }), ({ policy }) => ({
    subject: `${policy} unsupported`,
    sentence: `consolidation policy ${policy} is not implemented yet, so only empty nodes of the pool are consolidated`,
    change: 'Use the consolidation policy WhenEmptyOrUnderutilized',
  })),
  SPOT_TO_SPOT_DISABLED: fixed({
    subject: 'spot to spot is off',
    sentence: 'it is a spot node, and spot-to-spot consolidation is off in this cluster',
    change: 'Turn on spot-to-spot consolidation in the cluster’s settings',
  }),
  SPOT_INFLEXIBLE: text(
    z.object({ cheaperTypes: z.number(), needed: z.number() }),
    ({ cheaperTypes, needed }) => ({
      subject: 'too few types',
      sentence: `only ${countOf(cheaperTypes, 'spot type is', 'spot types are')} cheaper; replacing spot by spot needs ${needed}`,
      change: 'Allow more instance types in the pool',
    }),
  ),
  BUDGET_EXHAUSTED: text(
    z.object({
      nodePool: z.string(),
      reason: z.string(),
      allowed: z.number(),
      budget: z.nullable(z.number()),
    }),
    ({ nodePool, reason, allowed, budget }) => ({
      subject: 'budget',
      sentence:
        `${budget === null ? 'the budgets' : `budget ${budget + 1}`} of ${nodePool} ` +
        `allow${budget === null ? '' : 's'} ${allowed === 0 ? 'no' : allowed} ${reason} disruption${allowed === 1 ? '' : 's'} now`,
      change: `Wait, or loosen the disruption budgets of ${nodePool}`,
    }),
  ),
  INSUFFICIENT_CAPACITY: text(
    z.object({ offerings: z.number(), detail: z.string() }),
    ({ offerings, detail }) => ({
      subject: 'no room at AWS',
      sentence: withDetail(`AWS had no room in ${countOf(offerings, 'offering')}`, detail),
      change: 'Allow more types, zones or capacity types; Kerf tries the others by itself',
    }),
  ),
  NODE_CLASS_NOT_READY: text(
    z.object({ nodeClass: z.string(), detail: z.string() }),
    ({ nodeClass, detail }) => ({
      subject: 'node class',
      sentence: withDetail(`the EC2NodeClass ${nodeClass} is not ready`, detail),
      change: `Fix the EC2NodeClass ${nodeClass}`,
    }),
  ),
  LAUNCH_REFUSED: text(z.object({ detail: z.string() }), ({ detail }) => ({
    subject: 'launch refused',
    sentence: withDetail('AWS refused the launch', detail),
    change: 'See the cluster’s registration check',
  })),
  LAUNCH_WITHHELD: text(z.object({ detail: z.string() }), ({ detail }) => ({
    subject: 'not launched',
    sentence: withDetail('Kerf did not ask AWS for it', detail),
  })),
  UNKNOWN: () => null,
};
