import type { IncidentSummary } from '@kerf/db';
import { z } from 'zod';
import type { Incident } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf } from '../../rest/resource-of.js';
import { flag, idPath, instant, list, text, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

export type IncidentView = Incident;

export const toIncidentView = (row: IncidentSummary): IncidentView => row;

const incidentResource = componentOf(
  'Incident',
  { objects: list(text), nodePools: list(text) },
  'A problem of a cluster from its start to its end',
);

export const incidentOperations = {
  list: {
    id: 'listIncidents',
    topics: ['incident'],
    summary: 'Incidents of clusters, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      kind: z.array(word('IncidentKind')).optional(),
      isOpen: flag.optional(),
      object: z
        .array(text)
        .optional()
        .meta({ description: 'Incidents that concern the object, e.g. `NodePool/default`' }),
      endedFrom: instant
        .optional()
        .meta({ description: 'Open incidents, and those that ended since then' }),
    }),
    answer: pageOf('IncidentPage', incidentResource),
  },
  get: {
    id: 'getIncident',
    summary: 'One incident',
    path: idPath,
    answer: incidentResource,
  },
} as const satisfies Record<string, OperationSpec>;
