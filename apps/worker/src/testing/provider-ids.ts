import { cloudTargetOf } from '@kerf/application';
import { createEc2CloudProvider } from '@kerf/cloud-aws';
import { systemClock } from '@kerf/system';
import { CoreV1Api, CustomObjectsApi } from '@kubernetes/client-node';
import type { LiveCluster } from './live-cluster.js';

/** Sorted provider ids of the instances, as reported by each of the four sources. */
export interface ProviderIdsBySource {
  readonly instances: readonly string[];
  readonly claims: readonly string[];
  readonly nodes: readonly string[];
  readonly nodeClaims: readonly string[];
}

/** Reads Kerf's nodes from EC2, the ledger, and the cluster's Nodes and NodeClaims. */
export async function readProviderIds(live: LiveCluster): Promise<ProviderIdsBySource> {
  const instances = await createEc2CloudProvider({ clock: systemClock }).listInstances(
    cloudTargetOf(live.cluster),
  );
  const claims = await live.database.prisma.nodeClaim.findMany({
    where: { state: { notIn: ['Terminated', 'LaunchFailed'] } },
  });
  const nodes = await live.kubeconfig
    .makeApiClient(CoreV1Api)
    .listNode({ labelSelector: 'karpenter.k8s.aws/ec2nodeclass' });
  const nodeClaims: {
    readonly items: readonly { readonly status?: { readonly providerID?: string } }[];
  } = await live.kubeconfig
    .makeApiClient(CustomObjectsApi)
    .listClusterCustomObject({ group: 'karpenter.sh', version: 'v1', plural: 'nodeclaims' });
  return {
    instances: sorted(
      instances.flatMap(({ tags, providerId }) =>
        'karpenter.sh/nodeclaim' in tags ? [providerId] : [],
      ),
    ),
    claims: sorted(claims.map(({ providerId }) => providerId)),
    nodes: sorted(nodes.items.map(({ spec }) => spec?.providerID)),
    nodeClaims: sorted(nodeClaims.items.map(({ status }) => status?.providerID)),
  };
}

/** Returns the expected value of all sides when they agree on these provider ids. */
export const inAllSources = (ids: readonly string[]): ProviderIdsBySource => ({
  instances: ids,
  claims: ids,
  nodes: ids,
  nodeClaims: ids,
});

const sorted = (ids: readonly (string | null | undefined)[]): readonly string[] =>
  ids.map((id) => id ?? 'without an instance').toSorted();
