import { formatQuantity, type JsonObject } from '@kerf/core';
import type { RequirementSpec, ResourceList, Taint } from '@kerf/engine';

/** Taints as the API takes them: the CRDs refuse an empty value. */
export function toWireTaints(taints: readonly Taint[]): readonly JsonObject[] {
  return taints.map(({ key, value, effect }) => ({ key, effect, ...(value !== '' && { value }) }));
}

/** Requirements as the API takes them, without fields that say nothing. */
export function toWireRequirements(
  requirements: readonly RequirementSpec[],
): readonly JsonObject[] {
  return requirements.map(({ key, operator, values, minValues }) => ({
    key,
    operator,
    ...(values.length > 0 && { values }),
    ...(minValues !== null && { minValues }),
  }));
}

/** Amounts as exact quantities. */
export function toWireResources(resources: ResourceList): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, amount]) => [name, formatQuantity(name, amount)]),
  );
}
