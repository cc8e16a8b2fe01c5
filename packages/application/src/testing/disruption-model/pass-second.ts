import type { ClusterSetup } from '../set-up-cluster.js';
import type { ModelWorker } from './model-worker.js';

/** Most jobs of a second, so that a job that is requested again and again ends the test. */
const maxJobs = 2_000;

/** Lets the kubelets, the scheduler and the cloud do a second of work, then the worker. */
export async function passSecond(
  { cluster, cloud, store, clock }: ClusterSetup,
  worker: ModelWorker,
): Promise<void> {
  cluster.makeReady();
  cluster.schedule();
  cloud.finishShutdowns();
  const joined = new Set([...cluster.nodes.values()].map(({ providerId }) => providerId));
  for (const claim of store.tables.nodeClaims.all()) {
    if (claim.state !== 'Launched' || claim.instance === null) continue;
    if (!joined.has(claim.instance.providerId)) cluster.joinNode(claim);
  }
  await worker.observe();
  for (let count = 0; count < maxJobs && (await worker.runJob()); count += 1);
  clock.advance(1_000);
}
