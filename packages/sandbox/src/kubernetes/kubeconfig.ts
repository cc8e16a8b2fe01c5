import { stringify } from 'yaml';
import type { Cluster } from './create-cluster.js';

/** Returns a kubeconfig with an administrator's context for each cluster, named as the cluster. */
export function kubeconfigFor(clusters: readonly Cluster[]): string {
  const [first] = clusters;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: clusters.map(({ description, endpoint, certificateAuthority }) => ({
      name: description.name,
      cluster: { server: endpoint, 'certificate-authority-data': certificateAuthority },
    })),
    users: clusters.map(({ description, adminToken }) => ({
      name: description.name,
      user: { token: adminToken },
    })),
    contexts: clusters.map(({ description: { name } }) => ({
      name,
      context: { cluster: name, user: name },
    })),
    'current-context': first?.description.name ?? '',
  });
}
