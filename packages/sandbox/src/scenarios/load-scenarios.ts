import { toTimestamp } from '../kubernetes/api/timestamp.js';
import type { Cluster } from '../kubernetes/create-cluster.js';
import { kinds } from '../kubernetes/resources/kind.js';
import type { Deployment } from '../kubernetes/resources/types/workload.js';
import type { Scenario } from './scenario.js';

const name = 'inflate';

/** Pods that request one CPU each and do nothing, as in Karpenter's guide. */
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

function isInflated(cluster: Cluster): boolean {
  return cluster.api.find(kinds.deployment, 'default', name) !== null;
}

export const scaleDown: Scenario = {
  name: 'scale-down',
  summary: 'Most of the load ends, as on a holiday.',
  watch:
    'Nodes become empty or almost empty. Decisions remove or replace them, and the cost decreases.',
  page: () => '/decisions',
  size: { of: 'percent of the usual load', usual: 30, max: 100 },
  seconds: 600,
  begin: ({ fleet, plan, cluster, size, atEnd }) => {
    fleet.loadSimulator.setDemand(plan.name, size / 100);
    atEnd(() => fleet.loadSimulator.setDemand(plan.name, 1));
    if (isInflated(cluster)) setInflation(cluster, 0);
    return `${plan.name} has ${size}% of its usual load.`;
  },
};

/** Annotation that `kubectl rollout restart` sets. */
const restartedAt = 'kubectl.kubernetes.io/restartedAt';

export const deployWave: Scenario = {
  name: 'deploy-wave',
  summary: 'Many Deployments roll out new versions, one after the other.',
  watch:
    'Surge pods are pending for a moment and move. Nodes are launched for them and removed again.',
  page: () => '/pending',
  size: { of: 'Deployments', usual: 20, max: 1_000 },
  seconds: 120,
  begin: ({ fleet, plan, cluster, size, seconds, after }) => {
    const deployments = cluster.api
      .list(kinds.deployment)
      .filter(({ metadata }) => metadata.namespace !== 'kube-system')
      .slice(0, size);
    const everyMs = (seconds * 1000) / Math.max(1, deployments.length);
    for (const [index, deployment] of deployments.entries()) {
      after(index * everyMs, () => {
        const now = toTimestamp(fleet.world.timers.now());
        cluster.api.update(kinds.deployment, deployment, (current) => restarted(current, now));
      });
    }
    return `${deployments.length} Deployments of ${plan.name} roll out within ${seconds} s.`;
  },
};

function restarted(deployment: Deployment, now: string): Deployment {
  const { template } = deployment.spec;
  const annotations = { ...template.metadata?.annotations, [restartedAt]: now };
  const metadata = { ...template.metadata, annotations };
  return { ...deployment, spec: { ...deployment.spec, template: { ...template, metadata } } };
}
