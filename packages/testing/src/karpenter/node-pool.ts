import {
  type BudgetManifest,
  type BudgetSchedule,
  type NodePoolManifest,
  parseBudgetNodes,
  type RequirementManifest,
  readTaints,
  toNodePoolModel,
} from '@kerf/application';
import { type Instant, invariant, parseDuration } from '@kerf/core';
import {
  consolidationPolicies,
  disruptionReasons,
  type NodePool,
  requirementOperators,
} from '@kerf/engine';
import type { Json } from './json.js';
import { taints } from './manifest-shape.js';
import { readLimits } from './resources.js';

/** Parses a NodePool manifest, with the defaults that the API server sets. */
export function readNodePool(manifest: Json, now: Instant): NodePool {
  return toNodePoolModel({
    name: manifest.field('metadata').field('name').string(),
    spec: readSpec(manifest.field('spec')),
    usage: {},
    notReady: null,
    refusal: undefined,
    now,
    schedule: alwaysActive,
  });
}

function readSpec(spec: Json): NodePoolManifest {
  const disruption = spec.field('disruption');
  const replicas = spec.field('replicas').integerOrNull();
  return {
    template: readTemplate(spec.field('template')),
    disruption: {
      consolidationPolicy: disruption
        .field('consolidationPolicy')
        .oneOf(consolidationPolicies, 'WhenEmptyOrUnderutilized'),
      consolidateAfter: readDurationOrNever(disruption.field('consolidateAfter'), '0s'),
      budgets: readBudgets(disruption.field('budgets')),
    },
    limits: readLimits(spec.field('limits')),
    weight: spec.field('weight').integer(0),
    ...(replicas === null ? {} : { replicas }),
  };
}

function readTemplate(template: Json): NodePoolManifest['template'] {
  const metadata = template.field('metadata');
  const spec = template.field('spec');
  const nodeClassRef = spec.field('nodeClassRef');
  const gracePeriod = spec.field('terminationGracePeriod');
  return {
    metadata: {
      labels: metadata.field('labels').stringMap(),
      annotations: metadata.field('annotations').stringMap(),
    },
    spec: {
      nodeClassRef: {
        group: nodeClassRef.field('group').string('karpenter.k8s.aws'),
        kind: nodeClassRef.field('kind').string('EC2NodeClass'),
        name: nodeClassRef.field('name').string('default'),
      },
      requirements: spec.field('requirements').items().map(readRequirement),
      taints: readFixtureTaints(spec.field('taints')),
      startupTaints: readFixtureTaints(spec.field('startupTaints')),
      expireAfter: readDurationOrNever(spec.field('expireAfter'), '720h'),
      ...(gracePeriod.isAbsent ? {} : { terminationGracePeriod: readDuration(gracePeriod) }),
    },
  };
}

/** Parses a list of taints. */
export function readFixtureTaints(json: Json): ReturnType<typeof readTaints> {
  taints(json);
  return readTaints(json.value);
}

function readRequirement(json: Json): RequirementManifest {
  const minValues = json.field('minValues').integerOrNull();
  return {
    key: json.field('key').string(),
    operator: json.field('operator').oneOf(requirementOperators),
    values: json.field('values').strings(),
    ...(minValues === null ? {} : { minValues }),
  };
}

function readBudgets(json: Json): readonly BudgetManifest[] {
  return json.isAbsent ? [{ nodes: '10%' }] : json.items().map(readBudget);
}

function readBudget(json: Json): BudgetManifest {
  if (!json.field('schedule').isAbsent) json.refuse('has a schedule, which a fixture cannot have');
  const nodes = json.field('nodes').string('10%');
  if (parseBudgetNodes(nodes) === null)
    json.field('nodes').refuse('must be a count or a percentage');
  const reasons = json.field('reasons').items();
  return { nodes, reasons: reasons.map((item) => item.oneOf(disruptionReasons)) };
}

const alwaysActive: BudgetSchedule = {
  resolve({ nodes, reasons = [] }, index) {
    const max = parseBudgetNodes(nodes);
    invariant(max !== null, `budget ${index} was checked when it was read`);
    return { max, reasons, index, state: 'Active', changesAt: null };
  },
  holdsUntil: () => null,
  problemOf: () => null,
};

function readDurationOrNever(json: Json, fallback: string): string {
  const text = json.string(fallback);
  return text === 'Never' ? text : readDuration(json, fallback);
}

function readDuration(json: Json, fallback?: string): string {
  const text = json.string(fallback);
  const duration = parseDuration(text);
  return duration.ok ? text : json.refuse(duration.error);
}
