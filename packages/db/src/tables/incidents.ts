import { type Incident, incidentKinds } from '@kerf/application';
import { instant, integer, text, texts, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const incidentIdentity = identifiedBy('Incident', 'id');

export const incidents = table({
  name: 'incidents',
  identity: incidentIdentity,
  fixed: {
    id: text,
    clusterId: text,
    kind: word(incidentKinds),
    object: text,
    startedAt: instant,
    version: integer,
  },
  changing: {
    objects: texts,
    nodePools: texts,
    cause: text,
    remedy: text,
    lastSeenAt: instant,
    endedAt: instant.nullable(),
  },
  unread: none,
  toRow: (incident: Incident) => incident,
  fromRow: (row): Incident => row,
});
