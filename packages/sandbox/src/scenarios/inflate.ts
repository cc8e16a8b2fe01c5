import type { Cluster } from '../kubernetes/create-cluster.js';
import { kinds } from '../kubernetes/resources/kind.js';
import type { Scenario } from './scenario.js';

const name = 'inflate';

/** Pods that ask for a CPU each and do nothing, as in Karpenter's guide. */
export const inflate: Scenario = {
  name,
  summary: 'Pods that request one CPU each are deployed.',
  watch:
    'The pods are pending with a reason, one decision covers all of them, its nodes join, and the pods run.',
  page: () => '/pending',
  size: { of: 'pods', usual: 5, max: 500 },
  seconds: null,
  begin: ({ plan, cluster, size }) => {
    setInflation(cluster, size);
    return `Deployment ${name} of ${plan.name} now has ${size} pods.`;
  },
};

export function setInflation(cluster: Cluster, replicas: number): void {
  cluster.apply([
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: 'default' },
      spec: {
        replicas,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: {
            terminationGracePeriodSeconds: 0,
            containers: [
              {
                name,
                image: 'public.ecr.aws/eks-distro/kubernetes/pause:3.7',
                resources: { requests: { cpu: '1' } },
              },
            ],
          },
        },
      },
    },
  ]);
}

export function isInflated(cluster: Cluster): boolean {
  return cluster.api.find(kinds.deployment, 'default', name) !== null;
}
