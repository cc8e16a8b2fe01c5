import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../kubernetes/create-cluster.js';
import { isReady } from '../../kubernetes/resources/is-ready.js';
import { kinds } from '../../kubernetes/resources/kind.js';
import type { ClusterPlan } from './cluster-plans.js';

interface SettlingCluster {
  readonly plan: ClusterPlan;
  readonly cluster: Cluster;
}

const pollEveryMs = 500;
const progressEveryMs = 15_000;

/**
 * Waits until all nodes and pods of new clusters are ready. Ten thousand nodes take minutes for it, in
 * which an autoscaler would launch nodes for pods that still have no place, and the API servers
 * would answer late.
 * @param report called now and then with the progress
 */
export async function waitUntilSettled(
  clusters: readonly SettlingCluster[],
  report: (progress: string) => void,
): Promise<void> {
  let waiting = clusters;
  let reportAt = Date.now() + progressEveryMs;
  for (;;) {
    waiting = waiting.filter((one) => !isSettled(one));
    if (waiting.length === 0) return;
    if (Date.now() >= reportAt) {
      report(`${clusters.length - waiting.length} of ${clusters.length} clusters are settled`);
      reportAt = Date.now() + progressEveryMs;
    }
    await sleep(pollEveryMs);
  }
}

function isSettled({ plan, cluster }: SettlingCluster): boolean {
  const nodes = plan.nodeGroups.reduce((sum, { count }) => sum + count, 0);
  const ready = cluster.api.list(kinds.node).filter(isReady);
  const replicas = plan.deployments.reduce((sum, deployment) => sum + deployment.replicas, 0);
  const pods = cluster.api.list(kinds.pod);
  return ready.length >= nodes && pods.length >= replicas && pods.every(isReady);
}
