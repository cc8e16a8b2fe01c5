import * as z from 'zod/mini';
import type { ReasonCode } from '../../gql/graphql.js';
import { formatHourly } from '../format/money.js';
import { countOf, formatAmount, resourceName } from '../format/quantity.js';
import { joinWords } from '../format/words.js';

/** The words of one reason. */
export interface ReasonText {
  /** Half a sentence that follows "because", without a full stop. */
  readonly sentence: string;
  /** What the reason is about, in a word or two: the dimension that did not fit. */
  readonly subject: string;
  /** What to change for it to go away; absent when time or nothing helps. */
  readonly change?: string;
}

/** Reads a reason's data; `null` when it is not what the code promises. */
type Reader = (data: unknown) => ReasonText | null;

function text<T>(schema: z.ZodMiniType<T>, write: (data: T) => ReasonText): Reader {
  return (data) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? write(parsed.data) : null;
  };
}

const fixed =
  (words: ReasonText): Reader =>
  () =>
    words;

const strings = z.array(z.string());
const instant = z.number();

/** The instant is shown by the caller's clock; see `untilOf`. */
const waiting = (subject: string, sentence: string): Reader => fixed({ subject, sentence });

const podProblems: Readonly<Record<string, string>> = {
  REQUIRES_NO_NODE_POOL: 'it requires a node without a NodePool label',
  MATCH_FIELDS: 'it uses matchFields, which name one existing node',
  RESTRICTED_LABEL: 'it selects a label that may not be set on nodes',
  VOLUME: 'one of its volumes cannot be resolved',
};

const topologyWords: Readonly<Record<string, string>> = {
  Spread: 'topology spread',
  Affinity: 'pod affinity',
  AntiAffinity: 'pod anti-affinity',
};

/**
 * The words for every code. What the engine means by each field is in
 * packages/engine/src/explain/reason.ts; a code that is missing here does not compile.
 */
export const reasonTexts: Readonly<Record<ReasonCode, Reader>> = {
  POD_REFUSED: text(z.object({ problem: z.string(), detail: z.string() }), (data) => ({
    subject: 'pod',
    sentence: withDetail(
      `Kerf cannot serve this pod: ${podProblems[data.problem] ?? data.problem}`,
      data.detail,
    ),
    change: 'Change the pod’s specification',
  })),
  CONSTRAINT_UNSUPPORTED: text(z.object({ constraint: z.string() }), (data) => ({
    subject: data.constraint,
    sentence: `uses ${data.constraint}, which this version of Kerf does not weigh yet`,
    change: `Remove ${data.constraint} from the pod, or place it by hand`,
  })),
  NODE_POOL_NOT_READY: text(z.object({ detail: z.string() }), (data) => ({
    subject: 'pool not ready',
    sentence: withDetail('the pool is not ready', data.detail),
    change: 'Mend the pool or its node class',
  })),
  NO_NODE_POOL: fixed({
    subject: 'no pool',
    sentence: 'the cluster has no NodePool',
    change: 'Add a NodePool',
  }),
  TAINT_NOT_TOLERATED: text(
    z.object({ key: z.string(), value: z.string(), effect: z.string() }),
    ({ key, value, effect }) => ({
      subject: 'taint',
      sentence: `does not tolerate the taint ${key}${value === '' ? '' : `=${value}`}:${effect}`,
      change: `Tolerate ${key} in the pod, if it belongs here`,
    }),
  ),
  LABEL_UNDEFINED: text(z.object({ key: z.string() }), ({ key }) => ({
    subject: 'label',
    sentence: `selects the label ${key}, which the pool does not define`,
    change: `Add ${key} to the pool’s requirements or labels`,
  })),
  REQUIREMENT_INCOMPATIBLE: text(
    z.object({ key: z.string(), wanted: z.string(), found: z.string() }),
    ({ key, wanted, found }) => ({
      subject: shortKey(key),
      sentence: `wants ${shortKey(key)} ${wanted}, the pool has ${found}`,
      change: `Allow ${shortKey(key)} ${wanted} in the pool, or relax the pod’s selector`,
    }),
  ),
  RESOURCE_TOO_LARGE: text(
    z.object({
      resource: z.string(),
      requested: z.number(),
      largest: z.number(),
      instanceType: z.nullable(z.string()),
    }),
    ({ resource, requested, largest, instanceType }) => ({
      subject: resourceName(resource),
      sentence:
        `needs ${formatAmount(resource, requested)} with daemons; ` +
        (instanceType === null
          ? 'no type that the pool may buy has any'
          : `the largest type the pool may buy (${instanceType}) has ${formatAmount(resource, largest)}`),
      change: `Allow larger types in the pool, or request less ${resourceName(resource)}`,
    }),
  ),
  NO_OFFERING: text(
    z.object({ zones: strings, capacityTypes: strings }),
    ({ zones, capacityTypes }) => ({
      subject: 'offering',
      sentence:
        'no type that fits can be had ' +
        (capacityTypes.length === 0 ? '' : `as ${joinWords(capacityTypes, 'or')} `) +
        (zones.length === 0 ? 'in any zone now' : `in ${joinWords(zones, 'or')} now`),
      change: 'Allow more zones, capacity types or instance types',
    }),
  ),
  OFFERING_UNPRICED: fixed({
    subject: 'price',
    sentence: 'the price of every type that fits is unknown, and Kerf buys nothing unpriced',
    change: 'Check the catalogue’s age, or allow types with a price',
  }),
  LIMIT_EXCEEDED: text(
    z.object({
      resource: z.string(),
      limit: z.number(),
      usage: z.number(),
      needed: z.number(),
    }),
    ({ resource, limit, usage, needed }) => ({
      subject: `${resourceName(resource)} limit`,
      sentence:
        `the smallest node that fits adds ${formatAmount(resource, needed)}; ` +
        `the pool uses ${formatAmount(resource, usage)} of its limit of ${formatAmount(resource, limit)}`,
      change: `Raise the pool’s ${resourceName(resource)} limit to ${formatAmount(resource, usage + needed)} or more`,
    }),
  ),
  MIN_VALUES_UNMET: text(
    z.object({ key: z.string(), minValues: z.number(), found: z.number() }),
    ({ key, minValues, found }) => ({
      subject: `minValues of ${shortKey(key)}`,
      sentence: `the pool asks for at least ${minValues} values of ${shortKey(key)}, only ${found} remain`,
      change: `Lower minValues of ${shortKey(key)}, or allow more values`,
    }),
  ),
  TOPOLOGY_UNSATISFIABLE: text(
    z.object({ kind: z.string(), key: z.string() }),
    ({ kind, key }) => ({
      subject: topologyWords[kind] ?? kind,
      sentence: `its ${topologyWords[kind] ?? kind} over ${shortKey(key)} cannot be met`,
      change: `Allow more values of ${shortKey(key)} in the pool, or relax the constraint`,
    }),
  ),
  HOST_PORT_CONFLICT: text(
    z.object({ port: z.number(), protocol: z.string() }),
    ({ port, protocol }) => ({
      subject: 'host port',
      sentence: `host port ${port}/${protocol} is taken by a daemon on every node of the pool`,
      change: 'Use another host port',
    }),
  ),
  VOLUME_LIMIT: text(z.object({ driver: z.string() }), ({ driver }) => ({
    subject: 'volumes',
    sentence: `its volumes of ${driver} are more than a node can attach`,
    change: 'Split the pod’s volumes, or allow types that attach more',
  })),
  RESERVATION_PENDING: waiting(
    'reservation',
    'a capacity reservation that would serve it is being taken by another node',
  ),
  SPOT_DEARER_THAN_ON_DEMAND: fixed({
    subject: 'spot price',
    sentence: 'spot costs more than on-demand at the moment',
  }),
  DEARER_THAN_CHOSEN: fixed({
    subject: 'price',
    sentence: 'costs more than the chosen type',
  }),
  NOT_MANAGED: fixed({ subject: 'not managed', sentence: 'Kerf does not manage this node' }),
  NOT_INITIALIZED: waiting('starting', 'the node is not initialized yet'),
  LEAVING: waiting('leaving', 'the node is leaving already'),
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
  SEVERAL_PDBS: text(z.object({ pdbs: strings, pod: z.string() }), ({ pdbs, pod }) => ({
    subject: 'several PDBs',
    sentence: `pod ${pod} is covered by ${pdbs.length} PodDisruptionBudgets (${pdbs.join(', ')}), so Kubernetes refuses to evict it`,
    change: 'Leave one PodDisruptionBudget per pod',
  })),
  CONSOLIDATION_OFF: text(z.object({ nodePool: z.string() }), ({ nodePool }) => ({
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
  HOLDS_BUFFER: text(z.object({ buffers: z.array(z.string()) }), ({ buffers }) => ({
    subject: 'keeps room',
    sentence: `its room is kept free for ${joinWords(buffers)}`,
  })),
  TURN_AWAITED: fixed({
    subject: 'next turn',
    sentence: 'another node is looked at first; its turn comes',
  }),
  NO_LONGER_CONCERNED: text(z.object({ reason: z.string() }), ({ reason }) => ({
    subject: 'no longer',
    sentence: `it is not ${reason.toLowerCase()} any more`,
  })),
  PODS_WITHOUT_PLACE: text(z.object({ pods: z.number(), pod: z.string() }), ({ pods, pod }) => ({
    subject: 'no place',
    sentence: `${countOf(pods, 'of its pods finds', 'of its pods find')} no place elsewhere, first ${pod}`,
    change: `See why ${pod} fits nowhere else`,
  })),
  SEVERAL_REPLACEMENTS: text(z.object({ nodes: z.number() }), ({ nodes }) => ({
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
      change: `Mend the EC2NodeClass ${nodeClass}`,
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

/** The part of a label key that people say; prefixes of Kubernetes and Karpenter are noise here. */
function shortKey(key: string): string {
  return key.replace(
    /^(?:karpenter\.sh|karpenter\.k8s\.aws|node\.kubernetes\.io|topology\.kubernetes\.io|kubernetes\.io)\//,
    '',
  );
}

const withDetail = (sentence: string, detail: string): string =>
  detail === '' ? sentence : `${sentence}: ${detail}`;
