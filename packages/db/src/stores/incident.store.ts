import { eventOfIncident, type Incident, type IncidentRepository } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { Db } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { incidents } from '../tables/incidents.js';
import { insertMissing, saveRow } from '../tables/table.js';
import { readIncidentRecords } from './incident-records.js';
import { inTransaction, recordEvents } from './notification-event.store.js';

export function createIncidentStore(db: Db, unreadable: UnreadableRecords): IncidentRepository {
  return {
    records: (now) => readIncidentRecords(db, now),
    listOpen: async () =>
      unreadable.readable(
        await db.incident.findMany({ where: { endedAt: null }, orderBy: { id: 'asc' } }),
        incidents,
      ),
    insert: (incident) =>
      inTransaction(db, async (tx) => {
        const isInserted = (await insertMissing(tx, incidents, [incident])) === 1;
        if (isInserted) await notify(tx, incident, incident.lastSeenAt);
        return isInserted;
      }),
    save: (incident) =>
      inTransaction(db, async (tx) => {
        const saved = await saveRow(tx, incidents, incident);
        if (saved !== null && saved.endedAt !== null) await notify(tx, saved, Date.now());
        return saved;
      }),
  };
}

async function notify(tx: Db, incident: Incident, at: Instant): Promise<void> {
  const where = { id: incident.clusterId };
  const cluster = await tx.cluster.findUnique({ where, select: { id: true, name: true } });
  if (cluster !== null) await recordEvents(tx, [eventOfIncident(incident, cluster, at)]);
}
