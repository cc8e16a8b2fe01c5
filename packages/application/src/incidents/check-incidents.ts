import { clusterOfScope } from '../domain/brake/brake-scope.js';
import { isInForce } from '../domain/brake/pause.js';
import type { Incident } from '../domain/incident/incident.js';
import type { IncidentFacts } from '../domain/incident-rules/incident-facts.js';
import { nextIncidents } from '../domain/incident-rules/next-incidents.js';
import { Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';

type IncidentPorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/**
 * Opens and closes the incidents of all clusters, also of those that no worker holds. Every worker
 * calls it several times a minute; a call too many changes nothing.
 */
export async function checkIncidents(ports: IncidentPorts): Promise<void> {
  const { store, clock } = ports;
  const now = clock.now();
  const [clusters, pauses, records, open] = await Promise.all([
    store.clusters.list(),
    store.pauses.list(null),
    store.incidents.records(now),
    store.incidents.listOpen(),
  ]);
  const recordsOf = new Map(records.map((each) => [each.clusterId, each]));
  const openOf = Map.groupBy(open, ({ clusterId }) => clusterId);
  const brakesOf = Map.groupBy(
    pauses.filter((pause) => pause.cause !== 'User' && isInForce(pause, now)),
    ({ scope }) => clusterOfScope(scope),
  );
  const sweep = new Sweep();
  await sweep.each(
    clusters,
    ({ id, name }) => ({ kind: 'Cluster', id, name }),
    async (cluster) => {
      const { id } = cluster;
      const found = recordsOf.get(id);
      if (found === undefined) return;
      const facts = { ...found, cluster, brakes: brakesOf.get(id) ?? [] };
      await update(ports, facts, openOf.get(id) ?? []);
    },
  );
  sweep.conclude();
}

async function update(
  { store, clock, ids }: IncidentPorts,
  facts: IncidentFacts,
  open: readonly Incident[],
): Promise<void> {
  const now = clock.now();
  const clusterId = facts.cluster.id;
  const { opened, changed } = nextIncidents(facts, open, now);
  if (opened.length === 0 && changed.length === 0) return;
  await store.transaction(async (tx) => {
    for (const incident of opened) {
      await tx.incidents.insert({
        ...incident,
        id: ids.next('inc'),
        clusterId,
        lastSeenAt: now,
        endedAt: null,
        version: 1,
      });
    }
    for (const incident of changed) await tx.incidents.save(incident);
    await tx.changes.publish({ topic: 'incident', clusterId, id: null, version: 0 });
  });
}
