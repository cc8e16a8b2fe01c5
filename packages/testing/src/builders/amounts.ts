import type { ResourceList } from '@kerf/engine';

/** Amounts in the units of tests; other resources by their Kubernetes name, as counts. */
export interface Amounts {
  readonly milliCpu?: number;
  readonly memoryMib?: number;
  readonly pods?: number;
  readonly nodes?: number;
  readonly storageGib?: number;
  readonly [resource: `${string}/${string}`]: number;
}

export function toResourceList({
  milliCpu,
  memoryMib,
  storageGib,
  ...others
}: Amounts): ResourceList {
  return {
    ...(milliCpu === undefined ? {} : { cpu: milliCpu }),
    ...(memoryMib === undefined ? {} : { memory: memoryMib * 1_048_576 }),
    ...(storageGib === undefined ? {} : { 'ephemeral-storage': storageGib * 1_024 ** 3 }),
    ...others,
  };
}
