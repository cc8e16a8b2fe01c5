import type { ResourceList } from '@kerf/engine';

/** Amounts as a test says them; other resources by their Kubernetes name, in whole pieces. */
export interface Amounts {
  readonly milliCpu?: number;
  readonly memoryMib?: number;
  readonly pods?: number;
  readonly nodes?: number;
  readonly [resource: `${string}/${string}`]: number;
}

export function toResourceList({ milliCpu, memoryMib, ...others }: Amounts): ResourceList {
  return {
    ...(milliCpu === undefined ? {} : { cpu: milliCpu }),
    ...(memoryMib === undefined ? {} : { memory: memoryMib * 1_048_576 }),
    ...others,
  };
}
