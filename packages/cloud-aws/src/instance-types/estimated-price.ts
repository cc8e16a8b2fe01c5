import type { InstanceTypeFacts } from '@kerf/application';
import type { MicroUsdPerHour } from '@kerf/core';

/*
 * Approximate cost of the parts of current x86 types in us-east-1: 192 dollars for a thousand hours
 * of an m5.xlarge, 170 for a c5.xlarge, 252 for an r5.xlarge. Only the resulting order matters.
 */
const perVcpu: MicroUsdPerHour = 32_000;
const perGib: MicroUsdPerHour = 3_900;
/** High enough that only pods that request a device get a node with one. */
const perDevice: MicroUsdPerHour = 900_000;

/**
 * Returns an estimate of the on-demand price from the type's size, so that types have an order
 * while no price list is available: smaller is cheaper.
 */
export function estimatedOnDemandPrice(facts: InstanceTypeFacts): MicroUsdPerHour {
  const { vcpus, memoryMiB, gpus, accelerators } = facts;
  const devices = [...gpus, ...accelerators].reduce((sum, { count }) => sum + count, 0);
  return Math.round(vcpus * perVcpu + (memoryMiB / 1_024) * perGib + devices * perDevice);
}

/** Estimates a spot price as about half of the on-demand price. */
export const estimatedSpotPrice = (onDemand: MicroUsdPerHour): MicroUsdPerHour =>
  Math.round(onDemand / 2);
