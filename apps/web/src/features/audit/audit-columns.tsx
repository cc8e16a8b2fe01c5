import type { AuditEntriesQuery } from '../../gql/graphql.js';
import { Badge } from '../../ui/badges/badge.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { actorWords, auditOutcomeWords } from './audit-text.js';

export type AuditRow = AuditEntriesQuery['auditEntries']['nodes'][number];

export const auditColumns: readonly GridColumn<AuditRow>[] = [
  {
    id: 'at',
    header: 'Time',
    widthPx: 124,
    isPinned: true,
    renderCell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    id: 'actor',
    header: 'Actor',
    widthPx: 160,
    renderCell: ({ actorName, actorKind }) => (
      <span>
        {actorName} <span className="dimmed">{actorWords[actorKind]}</span>
      </span>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    widthPx: 170,
    renderCell: ({ action }) => <span>{action}</span>,
  },
  {
    id: 'object',
    header: 'Object',
    widthPx: 240,
    grows: true,
    renderCell: ({ objectKind, objectName }) => (
      <span>
        <span className="dimmed">{objectKind}</span> {objectName}
      </span>
    ),
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 140,
    renderCell: ({ clusterName }) => <span className="dimmed">{clusterName ?? '–'}</span>,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    widthPx: 96,
    renderCell: ({ outcome }) =>
      outcome === 'DONE' ? (
        <span className="dimmed">{auditOutcomeWords[outcome]}</span>
      ) : (
        <Badge tone="attention" icon="cross">
          {auditOutcomeWords[outcome]}
        </Badge>
      ),
  },
  {
    id: 'comment',
    header: 'Comment',
    widthPx: 220,
    grows: true,
    renderCell: ({ comment }) => <span className="dimmed">{comment ?? '–'}</span>,
  },
];
