import type { ClusterDirectory } from '../world/cluster-directory.js';
import type { Cluster } from './create-cluster.js';

/** What the simulated EKS API knows of these clusters. @param clusters asked anew each time */
export function directoryOf(clusters: () => readonly Cluster[]): ClusterDirectory {
  const inRegion = (accountId: string, region: string): readonly Cluster[] =>
    clusters().filter((cluster) => cluster.accountId === accountId && cluster.region === region);
  return {
    find: (accountId, region, name) =>
      inRegion(accountId, region).find(({ description }) => description.name === name)
        ?.description ?? null,
    list: (accountId, region) => inRegion(accountId, region).map(({ description }) => description),
  };
}
