import { z } from 'zod';

/** A label key: an optional DNS prefix, and a name of at most 63 characters. */
const labelKey =
  /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

const policy = z.enum(['Honor', 'Ignore']);
const notAllowed = (why: string) => z.never({ error: `must not be set: ${why}` }).exactOptional();

/**
 * A default constraint. Source: Kubernetes pkg/scheduler/apis/config/validation
 * ValidatePodTopologySpreadArgs: no selector, because the scheduler deduces one for each pod.
 */
const constraint = z
  .strictObject({
    maxSkew: z.int().min(1),
    topologyKey: z.string().regex(labelKey, { error: 'must be a label key' }),
    whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
    minDomains: z.int().min(1).nullable().default(null),
    nodeAffinityPolicy: policy.default('Honor'),
    nodeTaintsPolicy: policy.default('Ignore'),
    labelSelector: notAllowed('the selector is deduced for each pod'),
    matchLabelKeys: notAllowed('it has no effect on default constraints'),
  })
  .refine(
    ({ minDomains, whenUnsatisfiable }) =>
      minDomains === null || whenUnsatisfiable === 'DoNotSchedule',
    {
      path: ['minDomains'],
      error: 'must only be set with whenUnsatisfiable DoNotSchedule',
    },
  )
  .transform(
    ({
      maxSkew,
      topologyKey,
      whenUnsatisfiable,
      minDomains,
      nodeAffinityPolicy,
      nodeTaintsPolicy,
    }) => ({
      maxSkew,
      topologyKey,
      whenUnsatisfiable,
      minDomains,
      nodeAffinityPolicy,
      nodeTaintsPolicy,
    }),
  );

const constraints = z.array(constraint).max(20);

/** The value of Karpenter's `SCHEDULER_CONFIG`. */
export const ownConfiguration = z.strictObject({
  podTopologySpread: z.strictObject({ defaultConstraints: constraints }),
});

/** The `args` of the plugin PodTopologySpread. */
export const spreadArgs = z.looseObject({
  defaultingType: z.enum(['System', 'List']).exactOptional(),
  defaultConstraints: constraints.exactOptional(),
});

/** A KubeSchedulerConfiguration, as far as it is read. */
export const kubeSchedulerConfiguration = z.looseObject({
  apiVersion: z.string().regex(/^kubescheduler[.]config[.]k8s[.]io\//, {
    error: 'must be kubescheduler.config.k8s.io/v1',
  }),
  kind: z.literal('KubeSchedulerConfiguration'),
  profiles: z
    .array(
      z.looseObject({
        schedulerName: z.string().exactOptional(),
        pluginConfig: z
          .array(z.looseObject({ name: z.string(), args: z.unknown().optional() }))
          .exactOptional(),
      }),
    )
    .exactOptional(),
});
