import type { ClusterId } from '@kerf/core';
import { cloudTargetOf, requireCluster } from '../clusters/api.js';
import type { Ports } from '../ports/ports.js';
import { ingestAll } from './ingest-all.js';
import type { IngestPorts } from './ingest-warnings.js';

/**
 * Reads the events that AWS has scheduled for instances, and handles each like the same warning
 * from the interruption queue. This covers clusters without a queue and lost messages.
 * Source: karpenter aws pkg/controllers/instancestatus.
 */
export async function readScheduledEvents(
  ports: IngestPorts & Pick<Ports, 'cloud' | 'meter'>,
  clusterId: ClusterId,
): Promise<void> {
  const cluster = await requireCluster(ports.store, clusterId);
  if (cluster.mode === 'observe') return;
  const events = await ports.cloud.listScheduledEvents(cloudTargetOf(cluster));
  if (events.length === 0) return;
  const at = ports.clock.now();
  const { ingested, sweep } = await ingestAll(
    ports,
    clusterId,
    events.map(({ id: eventId, instanceId }) => ({
      kind: 'ScheduledChange',
      eventId,
      instanceIds: [instanceId],
      at,
      deadline: null,
    })),
  );
  ports.meter.record(
    clusterId,
    ingested
      .filter(({ result }) => result === 'Drained')
      .map(() => ({ kind: 'InstanceUnhealthy', category: 'event_status' })),
  );
  sweep.conclude();
}
