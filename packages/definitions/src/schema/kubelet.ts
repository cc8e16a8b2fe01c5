import { maxExpressionLength, readKubeletExpression } from '@kerf/cel';
import { z } from 'zod';
import { passedKubeletFields } from './passed-kubelet-fields.js';
import { duration, quantityKey, quantityText, text } from './primitives.js';
import { type ItemRule, noViolation, violationAt, withRules } from './schema-with-rules.js';

const reservable = ['cpu', 'memory', 'ephemeral-storage', 'pid'];
const signals = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
];

const onlyKeys = (allowed: readonly string[]): ItemRule<Record<string, string>> => ({
  code: 'KUBELET_KEY_INVALID',
  message: `the keys can be ${allowed.join(', ')}`,
  cel: `self.all(k, k in [${allowed.map((key) => `'${key}'`).join(', ')}])`,
  violations: (entries) =>
    Object.keys(entries)
      .filter((key) => !allowed.includes(key))
      .map((key) => ({ path: [key] })),
});

const mapOf = <V extends z.ZodType<string>>(value: V, allowed: readonly string[]) =>
  withRules(z.record(z.string(), value).meta({ maxProperties: 10 })).ruleOverItems(
    onlyKeys(allowed),
  ).schema;

/** An expression in CEL, which is evaluated for each instance type. */
const expression = z
  .string()
  .max(maxExpressionLength)
  .superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

function problemOf(value: string): string | null {
  const read = readKubeletExpression(value);
  return read.ok ? null : `is not an expression in CEL: ${read.error}`;
}

/** An amount, or an expression of one in millicores, MiB, GiB or processes. */
const reservedAmount = z
  .string()
  .max(maxExpressionLength)
  .superRefine((value, context) => {
    if (quantityText.safeParse(value).success) return;
    const problem = value.startsWith('-') ? 'is negative' : problemOf(value);
    if (problem === null) return;
    context.addIssue({
      code: 'custom',
      message: `is not an amount such as 500m, 2, 1.5Gi or 100M, and ${problem}`,
    });
  });

const reserved = mapOf(reservedAmount, reservable);

const threshold = z
  .string()
  .max(64)
  .regex(
    /^([0-9]{1,2}([.][0-9]+)?%|100%|[0-9]+([.][0-9]+)?([mkMGTPE]|[KMGTPE]i)?)$/,
    'is neither a percentage such as 5% nor an amount such as 500Mi',
  );

const percent = z.int().min(0).max(100);

/** Settings of the kubelet. Source: karpenter-provider-aws pkg/apis/v1/ec2nodeclass.go, v1.15. */
export const kubelet = withRules(
  z.strictObject({
    ...passedKubeletFields,
    clusterDNS: z.array(text).exactOptional(),
    maxPods: z
      .union([z.int().min(0), expression])
      .meta({ [quantityKey]: true })
      .exactOptional(),
    podsPerCore: z.int().min(0).exactOptional(),
    systemReserved: reserved.exactOptional(),
    kubeReserved: reserved.exactOptional(),
    evictionHard: mapOf(threshold, signals).exactOptional(),
    evictionSoft: mapOf(threshold, signals).exactOptional(),
    evictionMinimumReclaim: mapOf(threshold, signals).exactOptional(),
    evictionSoftGracePeriod: mapOf(duration, signals).exactOptional(),
    evictionMaxPodGracePeriod: z.int().min(0).exactOptional(),
    imageGCHighThresholdPercent: percent.exactOptional(),
    imageGCLowThresholdPercent: percent.exactOptional(),
    cpuCFSQuota: z.boolean().exactOptional(),
  }),
)
  .ruleOverItemsOf(['evictionSoft', 'evictionSoftGracePeriod'], {
    code: 'EVICTION_SOFT_UNPAIRED',
    message: 'evictionSoft and evictionSoftGracePeriod must have the same signals',
    cel: [
      'has(self.evictionSoft) == has(self.evictionSoftGracePeriod)',
      '(!has(self.evictionSoft) || (self.evictionSoft.all(k, k in self.evictionSoftGracePeriod) && self.evictionSoftGracePeriod.all(k, k in self.evictionSoft)))',
    ].join(' && '),
    violations: ({ evictionSoft, evictionSoftGracePeriod }) => [
      ...unpaired('evictionSoft', evictionSoft, evictionSoftGracePeriod),
      ...unpaired('evictionSoftGracePeriod', evictionSoftGracePeriod, evictionSoft),
    ],
  })
  .rule(['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent'], {
    code: 'IMAGE_GC_THRESHOLDS',
    message: 'imageGCHighThresholdPercent must be above imageGCLowThresholdPercent',
    cel: '!has(self.imageGCHighThresholdPercent) || !has(self.imageGCLowThresholdPercent) || self.imageGCHighThresholdPercent > self.imageGCLowThresholdPercent',
    violations: ({ imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low }) =>
      high !== undefined && low !== undefined && high <= low
        ? violationAt('imageGCHighThresholdPercent')
        : noViolation,
  }).schema;

type Signals = Readonly<Record<string, string>> | undefined;

function unpaired(field: string, own: Signals, other: Signals): readonly { path: string[] }[] {
  if (own !== undefined && other === undefined) return [{ path: [field] }];
  return Object.keys(own ?? {})
    .filter((signal) => other?.[signal] === undefined)
    .map((signal) => ({ path: [field, signal] }));
}
