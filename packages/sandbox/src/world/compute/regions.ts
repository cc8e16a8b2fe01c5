export interface Region {
  readonly name: string;
  /** As the price list calls it. */
  readonly longName: string;
  readonly zones: readonly Zone[];
  /** Behind the first label of a private DNS name. */
  readonly privateDnsSuffix: string;
}

export interface Zone {
  readonly name: string;
  readonly id: string;
}

/**
 * The regions that the sandbox has; zones a, b and c of each. As in a real account, the letters of
 * the ids are in another order than those of the names.
 */
export const regions: ReadonlyMap<string, Region> = new Map(
  [
    {
      name: 'us-east-1',
      longName: 'US East (N. Virginia)',
      zones: zonesOf('us-east-1', ['use1-az4', 'use1-az6', 'use1-az1']),
      privateDnsSuffix: 'ec2.internal',
    },
    {
      name: 'eu-west-1',
      longName: 'EU (Ireland)',
      zones: zonesOf('eu-west-1', ['euw1-az3', 'euw1-az1', 'euw1-az2']),
      privateDnsSuffix: 'eu-west-1.compute.internal',
    },
  ].map((region) => [region.name, region]),
);

function zonesOf(region: string, ids: readonly string[]): readonly Zone[] {
  return ids.map((id, index) => ({ name: region + 'abc'.charAt(index), id }));
}
