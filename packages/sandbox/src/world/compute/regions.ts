export interface Region {
  readonly name: string;
  /** Name in the price list. */
  readonly longName: string;
  readonly zones: readonly Zone[];
  /** Part of a private DNS name after the first label. */
  readonly privateDnsSuffix: string;
}

export interface Zone {
  readonly name: string;
  readonly id: string;
}

/**
 * The regions of the sandbox, each with zones a, b and c. As in a real account, zone IDs are in
 * another order than zone names.
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
