import { capacityTypes, type InstanceType, type Offering } from '@kerf/engine';
import type { Json } from './json.js';
import { readResources, subtractResources } from './resources.js';

/**
 * Parses one type of a fixture's catalog; an empty list of label values means that the label does
 * not exist.
 */
export function readInstanceType(json: Json): InstanceType {
  const capacity = readResources(json.field('capacity'));
  const allocatable = subtractResources(capacity, readResources(json.field('overhead')));
  const hugePages = Object.entries(capacity)
    .filter(([name]) => name.startsWith('hugepages-'))
    .reduce((sum, [, amount]) => sum + amount, 0);
  return {
    name: json.field('name').string(),
    labels: Object.fromEntries(
      json
        .field('requirements')
        .entries()
        .map(([label, values]) => [label, values.strings()]),
    ),
    capacity,
    allocatable:
      hugePages === 0
        ? allocatable
        : { ...allocatable, memory: Math.max(0, (allocatable['memory'] ?? 0) - hugePages) },
    offerings: json.field('offerings').items().map(readOffering),
  };
}

function readOffering(json: Json): Offering {
  for (const [, values] of json.field('requirements').entries()) {
    values.refuse('is a label of an offering, which only zone and capacity type can be');
  }
  return {
    zone: json.field('zone').string(),
    zoneId: null,
    capacityType: json.field('capacityType').oneOf(capacityTypes),
    priceMicroUsdPerHour: Math.round(json.field('price').number() * 1e6),
    available: json.field('available').boolean(true),
    reservationId: json.field('reservationId').stringOrNull(),
    reservationCapacity: json.field('reservationCapacity').integer(0),
  };
}
