import type { FleetRow } from './to-fleet-row.js';

/** A grouping of clusters: its value in the URL, and its label. */
export interface FleetGrouping {
  readonly value: string;
  readonly label: string;
}

const fixedGroupings: readonly FleetGrouping[] = [
  { value: 'account', label: 'By account' },
  { value: 'region', label: 'By region' },
  { value: 'team', label: 'By team' },
];

const tagPrefix = 'tag:';

/** Returns the groupings that the clusters have: by tags of EKS, too, except those that AWS sets. */
export function fleetGroupings(
  clusters: readonly Pick<FleetRow, 'tags'>[],
): readonly FleetGrouping[] {
  const keys = new Set(clusters.flatMap(({ tags }) => tags.map(({ key }) => key)));
  return [
    ...fixedGroupings,
    ...[...keys]
      .filter((key) => !key.startsWith('aws:'))
      .toSorted()
      .map((key) => ({ value: `${tagPrefix}${key}`, label: `By tag ${key}` })),
  ];
}

/**
 * Returns the function that names the group of a cluster; `undefined` for an unknown grouping. A
 * cluster of several teams is in a group of them.
 */
export function fleetGroupOf(
  grouping: string,
  teamsOf: ReadonlyMap<string, readonly string[]>,
): ((row: FleetRow) => string) | undefined {
  switch (grouping) {
    case 'account':
      return ({ accountId }) => (accountId === null ? 'Unknown account' : `Account ${accountId}`);
    case 'region':
      return ({ region }) => region;
    case 'team':
      return ({ id }) => teamsOf.get(id)?.join(', ') ?? 'No team';
    default:
      return grouping.startsWith(tagPrefix)
        ? groupByTag(grouping.slice(tagPrefix.length))
        : undefined;
  }
}

const groupByTag =
  (key: string) =>
  ({ tags }: FleetRow): string => {
    const tag = tags.find((each) => each.key === key);
    return tag === undefined ? `No tag ${key}` : `${key}: ${tag.value}`;
  };
