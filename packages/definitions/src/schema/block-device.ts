import { z } from 'zod';
import { text } from './primitives.js';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';

/** 1 GB to 64 TiB, the maximum of EBS. */
const volumeSize =
  /^(([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-6])Gi|([1-9][0-9]{0,3}|[1-6][0-9]{4}|70[0-2][0-9]{2}|703[0-5][0-9]|7036[0-8])G|([1-9]|[1-5][0-9]|6[0-4])Ti|([1-9]|[1-6][0-9]|70)T)$/;

const ebs = withRules(
  z.strictObject({
    deleteOnTermination: z.boolean().exactOptional(),
    encrypted: z.boolean().exactOptional(),
    iops: z.int().min(1).exactOptional(),
    kmsKeyID: text.exactOptional(),
    snapshotID: text.exactOptional(),
    throughput: z.int().min(1).exactOptional(),
    volumeInitializationRate: z
      .int()
      .min(100)
      .max(300)
      .describe('Rate at which the snapshot is loaded, in MiB/s.')
      .exactOptional(),
    volumeSize: z
      .string()
      .regex(volumeSize, 'is not a size from 1Gi to 64Ti in G, Gi, T or Ti')
      .exactOptional(),
    volumeType: z.enum(['standard', 'io1', 'io2', 'gp2', 'sc1', 'st1', 'gp3']).exactOptional(),
  }),
)
  .presence<'snapshotID' | 'volumeSize'>({
    code: 'EBS_SOURCE_MISSING',
    message: 'a volume requires volumeSize or snapshotID',
    cel: 'has(self.snapshotID) || has(self.volumeSize)',
    violations: (keysOf) =>
      keysOf('snapshotID') === null && keysOf('volumeSize') === null ? violationAt() : noViolation,
  })
  .presence<'snapshotID' | 'volumeInitializationRate'>({
    code: 'EBS_INITIALIZATION_WITHOUT_SNAPSHOT',
    message: 'volumeInitializationRate requires snapshotID',
    cel: 'has(self.snapshotID) || !has(self.volumeInitializationRate)',
    violations: (keysOf) =>
      keysOf('snapshotID') === null && keysOf('volumeInitializationRate') !== null
        ? violationAt('volumeInitializationRate')
        : noViolation,
  }).schema;

export const blockDeviceMappings = withRules(
  z
    .array(
      z.strictObject({
        deviceName: text.exactOptional(),
        rootVolume: z
          .boolean()
          .describe('Whether the volume is the root of the kubelet, for ephemeral storage.')
          .exactOptional(),
        ebs: ebs.exactOptional(),
      }),
    )
    .max(50),
).ruleOverItems({
  code: 'ROOT_VOLUMES_SEVERAL',
  message: 'at most one mapping can be the rootVolume',
  cel: 'self.filter(m, has(m.rootVolume) && m.rootVolume).size() <= 1',
  violations: (mappings, isValid) => {
    const roots = mappings.flatMap((mapping, index) =>
      isValid(index, 'rootVolume') && mapping.rootVolume === true ? [index] : [],
    );
    return roots.slice(1).map((index) => ({ path: [index, 'rootVolume'] }));
  },
}).schema;
