import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IncidentFieldsFragment } from '../../gql/graphql.js';
import { formatAge } from '../../lib/format/time.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { ClusterObject } from '../../ui/values/cluster-object.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { closedDays, recentIncidentsQuery } from './incidents.queries.js';
import { bySeverity, incidentBadge } from './incidents-text.js';

export interface IncidentSectionProps {
  /** Absent for all clusters. */
  readonly clusterId?: string;
}

/** Open incidents with cause and remedy, and those of the last days folded; nothing if there are none. */
export function IncidentSection({ clusterId }: IncidentSectionProps) {
  const query = useQuery(recentIncidentsQuery(clusterId));
  return (
    <QueryContent query={query} action="load the incidents">
      {(incidents) => {
        if (incidents === undefined || incidents.nodes.length === 0) return null;
        const open = incidents.nodes.filter(({ endedAt }) => endedAt === null);
        const closed = incidents.nodes.filter(({ endedAt }) => endedAt !== null);
        return (
          <Section
            title={open.length === 0 ? 'No open incidents' : countOf(open.length, 'open incident')}
          >
            {open.length > 0 && (
              <IncidentTable
                caption="Open incidents, critical ones first"
                incidents={open.toSorted(bySeverity)}
                isFleet={clusterId === undefined}
              />
            )}
            {closed.length > 0 && (
              <details>
                <summary>
                  {countOf(closed.length, 'incident')} closed in the last {closedDays} days
                </summary>
                <IncidentTable
                  caption="Closed incidents, newest first"
                  incidents={closed}
                  isFleet={clusterId === undefined}
                />
              </details>
            )}
          </Section>
        );
      }}
    </QueryContent>
  );
}

interface IncidentTableProps {
  readonly caption: string;
  readonly incidents: readonly IncidentFieldsFragment[];
  readonly isFleet: boolean;
}

function IncidentTable({ caption, incidents, isFleet }: IncidentTableProps) {
  const clusterColumn = { header: 'Cluster', renderCell: ClusterCell };
  return (
    <SimpleTable
      caption={caption}
      columns={[
        {
          header: 'Incident',
          renderCell: (incident: IncidentFieldsFragment) => (
            <StateBadge content={incidentBadge(incident)} />
          ),
        },
        ...(isFleet ? [clusterColumn] : []),
        {
          header: 'Object',
          renderCell: ({ clusterName, object }: IncidentFieldsFragment) => (
            <ClusterObject clusterName={clusterName} object={object} />
          ),
        },
        { header: 'Time', renderCell: TimeCell },
        { header: 'Cause and fix', isSentence: true, renderCell: CauseCell },
      ]}
      rows={incidents}
      rowKey={({ id }) => id}
    />
  );
}

const ClusterCell = ({ clusterName }: IncidentFieldsFragment) => (
  <Link to="/clusters/$name" params={{ name: clusterName }}>
    {clusterName}
  </Link>
);

function TimeCell({ startedAt, endedAt }: IncidentFieldsFragment) {
  if (endedAt === null) {
    return (
      <>
        for <RelativeTime at={startedAt} form="age" />
      </>
    );
  }
  return (
    <>
      <RelativeTime at={startedAt} />, for {formatAge(Date.parse(endedAt) - Date.parse(startedAt))}
    </>
  );
}

function CauseCell({ cause, remedy, endedAt }: IncidentFieldsFragment) {
  return (
    <>
      {cause}
      {endedAt === null && <div className="dimmed">How to fix: {remedy}</div>}
    </>
  );
}
