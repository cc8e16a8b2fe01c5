import { assertNever, invariant } from '@kerf/core';
import type { FoundObject } from '@kerf/db';

/** Returns the path of an object's page in the dashboard. */
export function pathOf(found: FoundObject): string {
  const { kind, id, name, namespace, detail } = found;
  switch (kind) {
    case 'Cluster':
      return clusterPath(found);
    case 'Node':
      return `${clusterPath(found)}/nodes/${encodeURIComponent(name)}`;
    case 'NodeClaim':
      return `/node-claims/${encodeURIComponent(known(id))}`;
    case 'Owner':
      return [clusterPath(found), 'owners', ...segments(namespace, detail, name)].join('/');
    case 'Pod':
      return [clusterPath(found), 'pods', ...segments(namespace, name)].join('/');
    case 'NodePool':
      return `/node-pools?${openDefinition(found)}`;
    case 'NodeClass':
      return `/node-classes?${openDefinition(found)}`;
    case 'Decision':
      return `/decisions/${encodeURIComponent(known(id))}`;
    case 'User':
      return '/settings/users';
    default:
      return assertNever(kind);
  }
}

const clusterPath = ({ clusterName }: FoundObject): string =>
  `/clusters/${encodeURIComponent(known(clusterName))}`;

const segments = (...parts: readonly (string | null)[]): readonly string[] =>
  parts.map((part) => encodeURIComponent(known(part)));

/** Opens the row of a NodePool or an EC2NodeClass in its list. */
const openDefinition = ({ clusterName, name }: FoundObject): string => {
  const cluster = known(clusterName);
  return new URLSearchParams({ cluster, open: `${cluster}/${name}` }).toString();
};

function known(part: string | null): string {
  invariant(part !== null, 'the statement of the search selects it for this kind');
  return part;
}
