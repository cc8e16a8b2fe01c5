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
                isOpen
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
                  isOpen={false}
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
  readonly isOpen: boolean;
}

function IncidentTable({ caption, incidents, isFleet, isOpen }: IncidentTableProps) {
  return (
    <SimpleTable
      caption={caption}
      columns={[
        { header: 'Incident', renderCell: KindCell },
        ...(isFleet ? [{ header: 'Cluster', renderCell: ClusterCell }] : []),
        { header: 'Object', renderCell: ObjectCell },
        ...(isOpen
          ? [{ header: 'Open for', renderCell: AgeCell }]
          : [
              { header: 'Started', renderCell: StartCell },
              { header: 'Lasted', renderCell: DurationCell },
            ]),
        {
          header: isOpen ? 'Cause and fix' : 'Cause',
          isSentence: true,
          renderCell: isOpen ? CauseAndFixCell : ({ cause }: IncidentFieldsFragment) => cause,
        },
      ]}
      rows={incidents}
      rowKey={({ id }) => id}
    />
  );
}

const KindCell = (incident: IncidentFieldsFragment) => (
  <StateBadge content={incidentBadge(incident)} />
);

const ClusterCell = ({ clusterName }: IncidentFieldsFragment) => (
  <Link to="/clusters/$name" params={{ name: clusterName }}>
    {clusterName}
  </Link>
);

function ObjectCell({ clusterName, object }: IncidentFieldsFragment) {
  if (object.startsWith('Cluster/')) return <span className="dimmed">Cluster</span>;
  return <ClusterObject clusterName={clusterName} object={object} />;
}

const AgeCell = ({ startedAt }: IncidentFieldsFragment) => (
  <RelativeTime at={startedAt} form="age" />
);

const StartCell = ({ startedAt }: IncidentFieldsFragment) => <RelativeTime at={startedAt} />;

const DurationCell = ({ startedAt, endedAt }: IncidentFieldsFragment) =>
  endedAt === null ? null : formatAge(Date.parse(endedAt) - Date.parse(startedAt));

function CauseAndFixCell({ cause, remedy }: IncidentFieldsFragment) {
  return (
    <>
      {cause}
      <div className="dimmed">How to fix: {remedy}</div>
    </>
  );
}
