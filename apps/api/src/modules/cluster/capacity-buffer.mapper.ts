import type { BufferRecord } from '@kerf/application';
import { toAmounts } from '../../contract/amounts.js';
import { toReason } from '../../contract/reason.js';
import type { CapacityBuffer } from '../../generated/schema-types.js';

export function toCapacityBufferView(record: BufferRecord): CapacityBuffer {
  const { namespace, name, resolved, outcome, problems } = record;
  return {
    namespace,
    name,
    podTemplate: followed(record.spec),
    units: resolved?.units ?? null,
    isLimited: resolved?.isLimited ?? false,
    unit: toAmounts(resolved?.buffer.podSpec.requests ?? {}),
    ready: outcome?.held ?? null,
    launching: outcome?.coming ?? null,
    unschedulable: outcome?.without ?? null,
    reasons: (outcome?.reasons ?? []).map(toReason),
    problems,
  };
}

function followed(spec: BufferRecord['spec']): string | null {
  if (spec?.scalableRef !== undefined) return `${spec.scalableRef.kind}/${spec.scalableRef.name}`;
  return spec?.podTemplateRef === undefined ? null : `PodTemplate/${spec.podTemplateRef.name}`;
}
