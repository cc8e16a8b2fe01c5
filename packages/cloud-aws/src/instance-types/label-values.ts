import type { CatalogFacts, InstanceTypeFacts } from '@kerf/application';
import { compareText, getOrCreate, labelKeys } from '@kerf/core';
import type { InstanceType } from '@kerf/engine';

/**
 * Returns the values that labels have among the instance types of a region, sorted: those that the
 * type decides, zone, architecture and region.
 */
export function labelValues(
  { region, instanceTypes }: CatalogFacts,
  fixedLabels: (facts: InstanceTypeFacts) => InstanceType['labels'],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>([[labelKeys.region, new Set([region])]]);
  for (const facts of instanceTypes) {
    const labels = {
      ...fixedLabels(facts),
      [labelKeys.zone]: facts.zones,
      [labelKeys.arch]: facts.architectures,
    };
    for (const [label, values] of Object.entries(labels)) {
      const known = getOrCreate(found, label, () => new Set());
      for (const value of values) known.add(value);
    }
  }
  return new Map([...found].map(([label, values]) => [label, [...values].sort(compareText)]));
}
