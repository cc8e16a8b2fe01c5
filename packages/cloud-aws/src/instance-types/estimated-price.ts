import type { InstanceTypeFacts } from '@kerf/application';
import type { MicroUsdPerHour } from '@kerf/core';

/*
 * About what current x86 types of us-east-1 cost by their parts: 192 dollars for a thousand hours of an
 * m5.xlarge, 170 of a c5.xlarge, 252 of an r5.xlarge. Only the order that they give matters.
 */
const perVcpu: MicroUsdPerHour = 32_000;
const perGib: MicroUsdPerHour = 3_900;
/** High enough that only pods that request a device get a node with one. */
const perDevice: MicroUsdPerHour = 900_000;

/**
 * An estimate of the on-demand price from the type's size, so that types have an order while no price
 * list could be read: smaller is cheaper.
 */
export function estimatedOnDemandPrice(facts: InstanceTypeFacts): MicroUsdPerHour {
  const { vcpus, memoryMiB, gpus, accelerators } = facts;
  const devices = [...gpus, ...accelerators].reduce((sum, { count }) => sum + count, 0);
  return Math.round(vcpus * perVcpu + (memoryMiB / 1_024) * perGib + devices * perDevice);
}

/** Without a known spot price: about half of the on-demand price. */
export const estimatedSpotPrice = (onDemand: MicroUsdPerHour): MicroUsdPerHour =>
  Math.round(onDemand / 2);
