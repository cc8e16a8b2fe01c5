import { consolidationPolicies } from '@kerf/engine';
import { z } from 'zod';
import { definitionGroups } from '../definition-groups.js';
import { budget } from './budget.js';
import { duration, durationOrNever, quantity, taint, text } from './primitives.js';
import { requirement, templateLabels } from './requirement.js';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';

/** Maximum number of taints, because the API server compares each pair. */
const maxTaints = 50;

/** A reference to any node class; a rule of the NodePool restricts the kind. */
export const nodeClassRef = z.strictObject({
  group: text
    .regex(/^[^/]+$/, 'has a version; use only the group, e.g. karpenter.k8s.aws')
    .describe('API group of the node class.'),
  kind: text.describe('Kind of the node class.'),
  name: text.describe('Name of the node class.'),
});

/** Fields common to a NodePool's template and a NodeClaim. */
export const nodeFields = {
  taints: z.array(taint).max(maxTaints).describe('Taints of the node.'),
  startupTaints: z
    .array(taint)
    .max(maxTaints)
    .describe('Taints that another component removes when the node is ready for pods.'),
  expireAfter: durationOrNever
    .default('720h')
    .describe('Age at which a node expires, whatever pods it has, or Never.'),
  terminationGracePeriod: duration
    .describe('Maximum time to drain a node before it is terminated.')
    .exactOptional(),
};

const unsupportedNodeClass = {
  code: 'NODE_CLASS_UNSUPPORTED',
  message: `Kerf launches nodes of EC2NodeClass only; set kind to EC2NodeClass and group to ${definitionGroups.EC2NodeClass}`,
  cel: null,
} as const;

const poolNodeClassRef = withRules(nodeClassRef)
  .rule(['kind'], {
    ...unsupportedNodeClass,
    violations: ({ kind }) => (kind === 'EC2NodeClass' ? noViolation : violationAt('kind')),
  })
  .rule(['group', 'kind'], {
    ...unsupportedNodeClass,
    violations: ({ group, kind }) =>
      kind === 'EC2NodeClass' && group !== definitionGroups.EC2NodeClass
        ? violationAt('group')
        : noViolation,
  })
  .celOnly({
    rule: 'self.group == oldSelf.group && self.kind == oldSelf.kind',
    message: 'group and kind cannot be changed; create another NodePool',
  }).schema;

const templateSpec = withRules(
  z.strictObject({
    nodeClassRef: poolNodeClassRef.describe('The EC2NodeClass with which nodes are launched.'),
    requirements: z
      .array(requirement)
      .max(100)
      .describe('Constraints on the labels of nodes; all must be satisfied.'),
    ...nodeFields,
    taints: nodeFields.taints.default([]),
    startupTaints: nodeFields.startupTaints.default([]),
  }),
).ruleOverItemsOf(['taints', 'startupTaints'], {
  code: 'TAINT_DUPLICATE',
  message: 'each pair of key and effect may occur once in taints and startupTaints',
  cel: ['taints', 'startupTaints']
    .map(
      (list) =>
        `(!has(self.${list}) || self.${list}.all(t, self.${list}.exists_one(o, o.key == t.key && o.effect == t.effect)))`,
    )
    .concat(
      '(!has(self.taints) || !has(self.startupTaints) || self.taints.all(t, !self.startupTaints.exists(o, o.key == t.key && o.effect == t.effect)))',
    )
    .join(' && '),
  violations: ({ taints, startupTaints }, isValid) => {
    const seen = new Set<string>();
    return [
      ...taints.map((item, index) => ({ item, path: ['taints', index] })),
      ...startupTaints.map((item, index) => ({ item, path: ['startupTaints', index] })),
    ].filter(({ item, path }) => {
      if (!isValid(...path, 'key') || !isValid(...path, 'effect')) return false;
      const pair = `${item.key}:${item.effect}`;
      const isRepeated = seen.has(pair);
      seen.add(pair);
      return isRepeated;
    });
  },
}).schema;

const template = z.strictObject({
  metadata: z
    .strictObject({
      labels: templateLabels.default({}).describe('Labels of the node.'),
      annotations: z
        .record(z.string(), z.string())
        .default({})
        .describe('Annotations of the node.'),
    })
    .prefault({}),
  spec: templateSpec,
});

const disruption = z.strictObject({
  consolidationPolicy: z
    .enum(consolidationPolicies)
    .default('WhenEmptyOrUnderutilized')
    .describe('The nodes that are considered for consolidation.'),
  consolidateAfter: durationOrNever
    .default('0s')
    .describe('Time without changes of its pods after which a node may be consolidated, or Never.'),
  budgets: z
    .array(budget)
    .max(50)
    .default([{ nodes: '10%' }])
    .describe('Limits on disruption; of the active budgets, the most restrictive one applies.'),
});

/** `spec` of a NodePool. Source: karpenter pkg/apis/v1/nodepool.go. */
export const nodePoolSpec = withRules(
  z.strictObject({
    template: template.describe('Template of the nodes.'),
    disruption: disruption
      .prefault({})
      .describe('The conditions under which nodes may be disrupted.'),
    limits: z
      .record(z.string(), quantity)
      .default({})
      .describe(
        'Maximum of each resource of the NodePool in total; `nodes` limits the number of nodes.',
      ),
    weight: z
      .int()
      .min(1)
      .max(100)
      .describe('NodePools with a higher weight are tried first; 0 if absent.')
      .exactOptional(),
    replicas: z
      .int()
      .min(0)
      .describe('Number of nodes of a static NodePool, independent of pending pods.')
      .exactOptional(),
  }),
)
  .presence<'weight' | 'replicas'>({
    code: 'WEIGHT_WITH_REPLICAS',
    message: 'a static NodePool (with replicas) cannot have a weight; remove one of them',
    cel: '!has(self.weight) || !has(self.replicas)',
    violations: (keysOf) =>
      keysOf('weight') === null || keysOf('replicas') === null
        ? noViolation
        : violationAt('weight'),
  })
  .presence<'limits' | 'replicas'>({
    code: 'LIMITS_WITH_REPLICAS',
    message: 'a static NodePool (with replicas) can only have the limit nodes',
    cel: "!has(self.replicas) || !has(self.limits) || self.limits.all(k, k == 'nodes')",
    violations: (keysOf) =>
      keysOf('replicas') === null
        ? noViolation
        : (keysOf('limits') ?? [])
            .filter((name) => name !== 'nodes')
            .map((name) => ({ path: ['limits', name] })),
  })
  .celOnly({
    rule: 'has(self.replicas) == has(oldSelf.replicas)',
    message: 'replicas cannot be added or removed later; create another NodePool',
  }).schema;
