import type { Cluster } from '../domain/cluster/cluster.js';
import { connectionFindings } from '../domain/operation/connection-findings.js';
import { Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { replaceFindings } from '../recording/replace-findings.js';

/**
 * Stores a finding for each cluster that has been unreachable for a minute, so that its event is
 * sent once, and clears those of clusters that are connected again. Every worker calls it about
 * once a minute; a call too many changes nothing.
 */
export async function reportUnreachable(ports: Pick<Ports, 'store' | 'clock'>): Promise<void> {
  const sweep = new Sweep();
  await sweep.each(
    await ports.store.clusters.list(),
    ({ id, name }) => ({ kind: 'Cluster', id, name }),
    (cluster) => report(ports, cluster),
  );
  sweep.conclude();
}

async function report(
  ports: Pick<Ports, 'store' | 'clock'>,
  { id: clusterId, name, endpoint, connection }: Cluster,
): Promise<void> {
  const now = ports.clock.now();
  const lost = { clusterId, name, endpoint, ...connection };
  const findings = connection.state === 'Unreachable' ? connectionFindings([lost], now) : [];
  await replaceFindings(
    ports,
    { clusterId, code: 'CLUSTER_UNREACHABLE' },
    findings.map(({ object, message, remedy }) => ({ object, message, remedy, at: now })),
  );
}
