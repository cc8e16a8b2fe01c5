import { toTimestamp } from '../kubernetes/api/timestamp.js';
import { kinds } from '../kubernetes/resources/kind.js';
import type { Deployment } from '../kubernetes/resources/types/workload.js';
import type { Scenario } from './scenario.js';

/** What `kubectl rollout restart` writes. */
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
