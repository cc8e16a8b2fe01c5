import { AppError, labelKeys } from '@kerf/core';
import { parseDocument } from 'yaml';
import { prettifyError, z } from 'zod';
import type { TopologySpreadConstraint } from '../resources/types/pod.js';

export const defaultSchedulerName = 'default-scheduler';

/**
 * The default spread constraints of each scheduler of a cluster, by its name; `null` for a scheduler
 * without a configuration.
 */
export type SpreadDefaults = ReadonlyMap<string, readonly TopologySpreadConstraint[] | null>;

/** The scheduler of a cluster that was created without a configuration. */
export const unconfigured: SpreadDefaults = new Map([[defaultSchedulerName, null]]);

/**
 * Returns what a KubeSchedulerConfiguration (YAML or JSON) says about spreading pods. Each of its
 * profiles is a scheduler; without profiles there is the default scheduler. Other plugins and fields
 * are refused, because the simulation does not have them.
 * @throws INPUT.INVALID naming each field that is wrong
 */
export function readSchedulerConfiguration(text: string): SpreadDefaults {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw invalid(problem.message);
  const value: unknown = document.toJS();
  const parsed = configuration.safeParse(value);
  if (!parsed.success) throw invalid(prettifyError(parsed.error));
  const { profiles = [{}] } = parsed.data;
  const defaults = profiles.map(
    ({ schedulerName = defaultSchedulerName, pluginConfig = [{ args: {} }] }) =>
      [schedulerName, pluginConfig.flatMap(({ args }) => constraintsOf(args))] as const,
  );
  const names = defaults.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw invalid(`profiles has the scheduler ${repeated} twice.`);
  return new Map(defaults);
}

const policy = z.enum(['Honor', 'Ignore']).exactOptional();

const constraint = z.strictObject({
  maxSkew: z.int().min(1),
  topologyKey: z.string().min(1),
  whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
  minDomains: z.int().min(1).exactOptional(),
  nodeAffinityPolicy: policy,
  nodeTaintsPolicy: policy,
});

const spreadArgs = z
  .strictObject({
    apiVersion: z.string().exactOptional(),
    kind: z.literal('PodTopologySpreadArgs').exactOptional(),
    defaultingType: z.enum(['System', 'List']).exactOptional(),
    defaultConstraints: z.array(constraint).exactOptional(),
  })
  .refine(
    ({ defaultingType, defaultConstraints = [] }) =>
      defaultingType === 'List' || defaultConstraints.length === 0,
    { path: ['defaultingType'], error: 'must be List, because there are defaultConstraints' },
  );

const configuration = z.strictObject({
  apiVersion: z.literal('kubescheduler.config.k8s.io/v1'),
  kind: z.literal('KubeSchedulerConfiguration'),
  profiles: z
    .array(
      z.strictObject({
        schedulerName: z.string().min(1).exactOptional(),
        pluginConfig: z
          .array(z.strictObject({ name: z.literal('PodTopologySpread'), args: spreadArgs }))
          .length(1)
          .exactOptional(),
      }),
    )
    .min(1)
    .exactOptional(),
});

/** kube-scheduler's own. Source: Kubernetes pkg/scheduler/framework/plugins/podtopologyspread. */
const systemConstraints: readonly TopologySpreadConstraint[] = [
  { maxSkew: 3, topologyKey: labelKeys.hostname, whenUnsatisfiable: 'ScheduleAnyway' },
  { maxSkew: 5, topologyKey: labelKeys.zone, whenUnsatisfiable: 'ScheduleAnyway' },
];

function constraintsOf({
  defaultingType = 'System',
  defaultConstraints = [],
}: Partial<z.infer<typeof spreadArgs>>): readonly TopologySpreadConstraint[] {
  return defaultingType === 'System' ? systemConstraints : defaultConstraints;
}

const invalid = (problem: string): AppError =>
  new AppError({
    code: 'INPUT.INVALID',
    message: `The scheduler configuration is not used: ${problem}`,
  });
