import { approvableKinds, weekdays } from '@kerf/application';
import { parseDuration } from '@kerf/core';
import { z } from 'zod';

// The manifest of an approval policy, as people write it.

/** The manifest's `apiVersion` and `kind`. */
export const policyHeader = { apiVersion: 'kerf.dev/v1', kind: 'ApprovalPolicy' } as const;

const name = z.string().min(1).max(200);
const names = z.array(name).max(100);

const duration = z
  .string()
  .max(20)
  .transform((text, context) => {
    const parsed = parseDuration(text);
    if (parsed.ok) return parsed.value;
    context.addIssue(parsed.error);
    return z.NEVER;
  });

const approvers = z.strictObject({
  roles: names.default([]),
  teams: names.default([]),
  people: names.default([]),
});

const count = z.int().min(0).max(1_000_000);
const range = z.strictObject({ min: count.exactOptional(), max: count.exactOptional() });

const microUsdPerUsd = 1_000_000;
const dollars = z
  .union([z.number(), z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/, 'must be dollars, such as 0.25')])
  .transform((value) => Math.round(Number(value) * microUsdPerUsd))
  .refine((value) => Number.isSafeInteger(value), 'is too large');

const hour = z.int().min(0).max(24);

const match = z.strictObject({
  clusters: names.exactOptional(),
  nodePools: names.exactOptional(),
  teams: names.exactOptional(),
  kinds: z.array(z.enum(approvableKinds)).max(10).exactOptional(),
  savingPerHour: z
    .strictObject({ min: dollars.exactOptional(), max: dollars.exactOptional() })
    .exactOptional(),
  nodes: range.exactOptional(),
  pods: range.exactOptional(),
  singleReplica: z.boolean().exactOptional(),
  onlyPodWaits: z.boolean().exactOptional(),
  stateful: z.boolean().exactOptional(),
  persistentVolumes: z.boolean().exactOptional(),
  namespaces: names.exactOptional(),
  podLabels: z.record(name, z.string().max(200)).exactOptional(),
  capacityTypes: z
    .array(z.enum(['on-demand', 'spot', 'reserved']))
    .max(3)
    .exactOptional(),
  schedule: z
    .strictObject({
      timeZone: name,
      weekdays: z.array(z.enum(weekdays)).max(7).default([]),
      fromHour: hour.max(23).default(0),
      untilHour: hour.min(1).default(24),
    })
    .exactOptional(),
});

const ruleFields = {
  name: z.string().min(1).max(100),
  match: match.default({}),
};

const rule = z.discriminatedUnion('action', [
  z.strictObject({
    ...ruleFields,
    action: z.literal('auto'),
    until: z.iso.datetime({ offset: true }).exactOptional(),
    owner: name.exactOptional(),
  }),
  z.strictObject({ ...ruleFields, action: z.literal('deny') }),
  z.strictObject({
    ...ruleFields,
    action: z.literal('ask'),
    approvals: z.int().min(1).max(10).default(1),
    from: approvers.default({ roles: [], teams: [], people: [] }),
    expiresAfter: duration.exactOptional(),
    remindAfter: duration.exactOptional(),
    escalate: z.strictObject({ after: duration, to: approvers }).exactOptional(),
  }),
]);

/** The whole manifest; `metadata` is accepted because editors and tools add it. */
export const policyManifest = z.strictObject({
  apiVersion: z.literal(policyHeader.apiVersion),
  kind: z.literal(policyHeader.kind),
  metadata: z.looseObject({}).exactOptional(),
  spec: z.strictObject({ rules: z.array(rule).max(100) }),
});

/** One rule of the manifest, parsed. */
export type ManifestRule = z.output<typeof rule>;
