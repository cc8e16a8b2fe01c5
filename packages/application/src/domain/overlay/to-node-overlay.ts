import { invariant, type MicroUsdPerHour, parseUsd } from '@kerf/core';
import type { NodeOverlay, OverlayPrice } from '@kerf/engine';
import { parseLimits } from '../definition/parse-limits.js';
import { toRequirementSpecs } from '../definition/to-requirement-specs.js';
import type { NodeOverlayManifest } from './node-overlay-manifest.js';

/**
 * Returns the engine's model of a NodeOverlay: quantities and prices become numbers in the engine's
 * units.
 * @throws InvariantViolation for text that no manifest reader accepts
 */
export function toNodeOverlay(name: string, spec: NodeOverlayManifest): NodeOverlay {
  return {
    name,
    weight: spec.weight ?? 0,
    requirements: toRequirementSpecs(spec.requirements),
    price: priceOf(spec),
    capacity: parseLimits(spec.capacity),
  };
}

function priceOf({ price, priceAdjustment }: NodeOverlayManifest): OverlayPrice | null {
  if (price !== undefined) return { kind: 'Fixed', priceMicroUsdPerHour: dollars(price) };
  if (priceAdjustment === undefined) return null;
  if (priceAdjustment.endsWith('%')) {
    return { kind: 'Percent', percent: Number(priceAdjustment.slice(0, -1)) };
  }
  const sign = priceAdjustment.startsWith('-') ? -1 : 1;
  return { kind: 'Difference', microUsdPerHour: sign * dollars(priceAdjustment.slice(1)) };
}

/** Returns micro-USD per hour; the text may start with the decimal point, e.g. `.5`. */
function dollars(text: string): MicroUsdPerHour {
  const parsed = parseUsd(text.startsWith('.') ? `0${text}` : text);
  invariant(parsed.ok, parsed.ok ? '' : parsed.error);
  return parsed.value;
}
