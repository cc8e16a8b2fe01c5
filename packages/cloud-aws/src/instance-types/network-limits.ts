import limits from './network-limits.json' with { type: 'json' };

/**
 * Facts about instance types that EC2's API omits or misreports. Source: README.md beside this
 * file.
 */
export interface NetworkLimits {
  /** Number of interfaces for pods with their own security groups; 0 if unknown. */
  readonly branchInterfaces: number;
  /** Total bandwidth if cards share it, so that the API's figures do not add up; else `null`. */
  readonly sharedBandwidthMbps: number | null;
}

const unknown: NetworkLimits = { branchInterfaces: 0, sharedBandwidthMbps: null };

export function networkLimitsOf(instanceType: string): NetworkLimits {
  return limitsByType.get(instanceType) ?? unknown;
}

const limitsByType: ReadonlyMap<string, NetworkLimits> = new Map(
  Object.entries(limits).flatMap(([family, sizes]) => readFamily(family, sizes)),
);

/**
 * Reads a family's line: `<size>:<branch interfaces>[:<Mbps>]` for each size, separated by spaces.
 */
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
