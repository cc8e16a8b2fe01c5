import { bufferSize, maxBufferUnits } from '@kerf/engine';
import type {
  BufferOutcome,
  BufferRecord,
  ResolvedBuffer,
} from '../domain/buffer/capacity-buffer.js';
import { activeCapacity } from '../domain/buffer/capacity-buffer-manifest.js';
import type { DefinitionStatus } from '../ports/cluster-gateway.js';

type Condition = DefinitionStatus['conditions'][number];

/**
 * Returns the status of a CapacityBuffer object; `null` for a buffer with another provisioning
 * strategy, which another controller handles.
 * Source: karpenter controllers/capacitybuffer @v1.14.1.
 */
export function bufferStatus(record: BufferRecord): DefinitionStatus | null {
  const { spec, resolved, problems, outcome, generation } = record;
  if (spec !== null && spec.provisioningStrategy !== activeCapacity) return null;
  if (resolved === null) {
    const message = problems.join('; ');
    return {
      generation,
      conditions: [
        condition('ReadyForProvisioning', 'False', 'NotReadyForProvisioning', message),
        condition('Provisioning', 'False', 'NotReadyForProvisioning', message),
      ],
      fields: {},
    };
  }
  const { units, templateGeneration } = resolved;
  return {
    generation,
    conditions: [
      condition('ReadyForProvisioning', 'True', 'Resolved', ''),
      provisioning(units, outcome),
      limitedByQuotas(resolved),
    ],
    fields: {
      replicas: units,
      provisioningStrategy: activeCapacity,
      ...(spec?.podTemplateRef !== undefined && {
        podTemplateRef: { name: spec.podTemplateRef.name },
        podTemplateGeneration: templateGeneration,
      }),
    },
  };
}

function provisioning(units: number, outcome: BufferOutcome | null): Condition {
  if (units === 0)
    return condition('Provisioning', 'False', 'BufferEmpty', 'The buffer requests no units');
  if (outcome === null) {
    return condition('Provisioning', 'Unknown', 'AwaitingReconciliation', '');
  }
  const { held, coming, without, reasons } = outcome;
  if (held >= units) {
    const message = `All ${units} units fit on existing nodes`;
    return condition('Provisioning', 'True', 'FitsExistingCapacity', message);
  }
  const parts = [
    `${held} of ${units} units fit on existing nodes`,
    ...(coming > 0 ? [`nodes for ${coming} are being launched`] : []),
    ...(without > 0
      ? [
          `${without} are unschedulable (${[...new Set(reasons.map(({ code }) => code))].join(', ')})`,
        ]
      : []),
  ];
  return condition('Provisioning', 'False', 'RequiresNewCapacity', parts.join('; '));
}

function limitedByQuotas({ buffer, units, isLimited }: ResolvedBuffer): Condition {
  if (!isLimited) return condition('LimitedByQuotas', 'False', 'WithinLimits', '');
  const message =
    units < bufferSize(buffer)
      ? `All CapacityBuffers of a cluster have ${maxBufferUnits} units at most; this one is reduced to ${units} units`
      : `Limits reduce the buffer to ${units} units`;
  return condition('LimitedByQuotas', 'True', 'LimitsReached', message);
}

const condition = (
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
): Condition => ({ type, status, reason, message });
