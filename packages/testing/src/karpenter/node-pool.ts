import { type DurationMs, parseDuration } from '@kerf/core';
import {
  consolidationPolicies,
  type DisruptionBudget,
  disruptionReasons,
  type NodePool,
  type ResourceList,
} from '@kerf/engine';
import type { Json } from './json.js';
import { readLimits } from './resources.js';
import { readRequirement, readTaint } from './selectors.js';

const defaultExpireAfterMs = 720 * 3_600_000;

/** Parses a NodePool manifest, with the defaults that the API server sets. */
export function readNodePool(manifest: Json, usage: ResourceList): NodePool {
  const spec = manifest.field('spec');
  const template = spec.field('template');
  const templateSpec = template.field('spec');
  const metadata = template.field('metadata');
  const disruption = spec.field('disruption');
  return {
    name: manifest.field('metadata').field('name').string(),
    weight: spec.field('weight').integer(0),
    replicas: spec.field('replicas').integerOrNull(),
    notReady: null,
    template: {
      labels: metadata.field('labels').stringMap(),
      annotations: metadata.field('annotations').stringMap(),
      taints: templateSpec.field('taints').items().map(readTaint),
      startupTaints: templateSpec.field('startupTaints').items().map(readTaint),
      requirements: templateSpec.field('requirements').items().map(readRequirement),
      nodeClassName: templateSpec.field('nodeClassRef').field('name').string('default'),
      expireAfterMs: readDuration(templateSpec.field('expireAfter'), defaultExpireAfterMs),
      terminationGracePeriodMs: readDuration(templateSpec.field('terminationGracePeriod'), null),
    },
    disruption: {
      consolidationPolicy: disruption
        .field('consolidationPolicy')
        .oneOf(consolidationPolicies, 'WhenEmptyOrUnderutilized'),
      consolidateAfterMs: readDuration(disruption.field('consolidateAfter'), 0),
      budgets: readBudgets(disruption.field('budgets')),
    },
    limits: readLimits(spec.field('limits')),
    usage,
  };
}

function readBudgets(json: Json): readonly DisruptionBudget[] {
  const budgets = json.items().map(readBudget);
  return budgets.length > 0 ? budgets : [{ ...alwaysActive, max: { kind: 'Percent', value: 10 } }];
}

const alwaysActive = { reasons: [], state: 'Active', changesAt: null, index: 0 } as const;

function readBudget(json: Json, index: number): DisruptionBudget {
  if (!json.field('schedule').isAbsent) json.refuse('has a schedule, which a fixture cannot have');
  const nodes = json.field('nodes');
  const [, digits, percent] = /^(\d+)(%?)$/.exec(nodes.string('10%')) ?? [];
  if (digits === undefined) return nodes.refuse('must be a count or a percentage');
  return {
    ...alwaysActive,
    max: { kind: percent === '%' ? 'Percent' : 'Count', value: Number(digits) },
    reasons: json
      .field('reasons')
      .items()
      .map((item) => item.oneOf(disruptionReasons)),
    index,
  };
}

function readDuration(json: Json, fallback: DurationMs | null): DurationMs | null {
  const text = json.stringOrNull();
  if (text === null) return fallback;
  if (text === 'Never') return null;
  const duration = parseDuration(text);
  return duration.ok ? duration.value : json.refuse(duration.error);
}
