import { activeCapacity, scalableKinds } from '@kerf/application';
import { z } from 'zod';
import { quantity, text } from './primitives.js';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';

/** `spec` of a CapacityBuffer. Source: karpenter pkg/apis/autoscaling/v1beta1/capacitybuffer.go. */
export const capacityBufferSpec = withRules(
  z.strictObject({
    provisioningStrategy: text
      .default(activeCapacity)
      .describe('Provisioning of the capacity; only buffers with active capacity have nodes.'),
    podTemplateRef: z
      .strictObject({ name: text.describe('Name of the PodTemplate.') })
      .describe('A PodTemplate of the namespace that defines one unit.')
      .exactOptional(),
    scalableRef: z
      .strictObject({
        apiGroup: z.literal('apps').default('apps').describe('API group of the workload.'),
        kind: z.enum(scalableKinds).describe('Kind of the workload.'),
        name: text.describe('Name of the workload.'),
      })
      .describe('A workload of the namespace whose pods define one unit.')
      .exactOptional(),
    replicas: z.int().min(0).describe('Number of units.').exactOptional(),
    percentage: z
      .int()
      .min(0)
      .describe('Units as a percentage of the replicas of the workload, rounded up.')
      .exactOptional(),
    limits: z
      .record(z.string(), quantity)
      .default({})
      .describe('Maximum resources of all units together.'),
  }),
)
  .presence<'podTemplateRef' | 'scalableRef'>({
    code: 'BUFFER_REFERENCE_UNCLEAR',
    message: 'exactly one of podTemplateRef and scalableRef must be set',
    cel: 'has(self.podTemplateRef) != has(self.scalableRef)',
    violations: (keysOf) =>
      (keysOf('podTemplateRef') === null) === (keysOf('scalableRef') === null)
        ? violationAt()
        : noViolation,
  })
  .presence<'podTemplateRef' | 'replicas' | 'limits'>({
    code: 'BUFFER_SIZE_MISSING',
    message: 'with podTemplateRef, replicas or limits say how large the buffer is',
    cel: '!has(self.podTemplateRef) || has(self.replicas) || (has(self.limits) && self.limits.size() > 0)',
    violations: (keysOf) =>
      keysOf('podTemplateRef') !== null &&
      keysOf('replicas') === null &&
      (keysOf('limits') ?? []).length === 0
        ? violationAt()
        : noViolation,
  }).schema;
