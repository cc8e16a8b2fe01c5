import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FleetEventFieldsFragment } from '../../gql/graphql.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { fleetEventsQuery } from './events.queries.js';
import { toEventText } from './events-text.js';

export interface EventFeedProps {
  /** Absent for all clusters. */
  readonly clusterId?: string;
  readonly count: number;
}

/** Decisions and interruption notices, newest first. */
export function EventFeed({ clusterId, count }: EventFeedProps) {
  const query = useQuery(fleetEventsQuery(clusterId, count));
  return (
    <QueryContent query={query} action="load the recent activity">
      {(events) => {
        if (events === undefined) return <p className="dimmed">Loading the recent activity…</p>;
        if (events.length === 0) {
          return (
            <p className="dimmed">No activity yet: no decisions and no interruption notices.</p>
          );
        }
        return <EventTable events={events} isFleet={clusterId === undefined} />;
      }}
    </QueryContent>
  );
}

interface EventTableProps {
  readonly events: readonly FleetEventFieldsFragment[];
  readonly isFleet: boolean;
}

function EventTable({ events, isFleet }: EventTableProps) {
  const clusterColumn = { header: 'Cluster', renderCell: ClusterCell };
  return (
    <SimpleTable
      caption="Recent activity, newest first"
      columns={[
        { header: 'Time', renderCell: ({ at }) => <RelativeTime at={at} /> },
        { header: 'Event', renderCell: EventCell },
        ...(isFleet ? [clusterColumn] : []),
        { header: 'Details', isSentence: true, renderCell: DetailsCell },
      ]}
      rows={events}
      rowKey={({ at, decisionId, interruptionId }, index) =>
        `${at}${interruptionId ?? decisionId ?? ''}${index}`
      }
    />
  );
}

function ClusterCell({ clusterName }: FleetEventFieldsFragment): ReactNode {
  return (
    <Link to="/clusters/$name" params={{ name: clusterName }}>
      {clusterName}
    </Link>
  );
}

function EventCell(event: FleetEventFieldsFragment): ReactNode {
  return <StateBadge content={toEventText(event)} />;
}

function DetailsCell(event: FleetEventFieldsFragment): ReactNode {
  const { sentence } = toEventText(event);
  const { decisionId, interruptionId } = event;
  if (interruptionId !== null) {
    return (
      <Link to="/interruptions" search={{ open: interruptionId }}>
        {sentence}
      </Link>
    );
  }
  if (decisionId === null) return sentence;
  return (
    <Link to="/decisions/$id" params={{ id: decisionId }}>
      {sentence}
    </Link>
  );
}
