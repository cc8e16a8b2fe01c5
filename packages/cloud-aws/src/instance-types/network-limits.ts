import limits from './network-limits.json' with { type: 'json' };

/** Facts of instance types that EC2's API lacks or misreports. Source: README.md beside this file. */
export interface NetworkLimits {
  /** Interfaces for pods with security groups of their own; 0 where none are known. */
  readonly branchInterfaces: number;
  /** Where cards share their bandwidth, so that the API's figures do not add up; else `null`. */
  readonly sharedBandwidthMbps: number | null;
}

const unknown: NetworkLimits = { branchInterfaces: 0, sharedBandwidthMbps: null };

export function networkLimitsOf(instanceType: string): NetworkLimits {
  return limitsByType.get(instanceType) ?? unknown;
}

const limitsByType: ReadonlyMap<string, NetworkLimits> = new Map(
  Object.entries(limits).flatMap(([family, sizes]) => readFamily(family, sizes)),
);

/** A family's line is `<size>:<branch interfaces>[:<Mbps>]` for each size, with spaces between. */
function readFamily(family: string, sizes: string): readonly (readonly [string, NetworkLimits])[] {
  return sizes.split(' ').map((entry) => {
    const [size, branches = '', bandwidth] = entry.split(':');
    return [
      `${family}.${size}`,
      {
        branchInterfaces: Number(branches),
        sharedBandwidthMbps: bandwidth === undefined ? null : Number(bandwidth),
      },
    ];
  });
}
