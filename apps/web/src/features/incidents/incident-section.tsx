import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IncidentFieldsFragment, RecentIncidentsQuery } from '../../gql/graphql.js';
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
        if (incidents === undefined) return null;
        const { open, closed } = incidents;
        if (open.totalCount + closed.totalCount === 0) return null;
        const isFleet = clusterId === undefined;
        return (
          <Section
            title={
              open.totalCount === 0
                ? 'No open incidents'
                : countOf(open.totalCount, 'open incident')
            }
          >
            {open.totalCount > 0 && (
              <IncidentTable
                caption="Open incidents, critical ones first"
                incidents={open.nodes.toSorted(bySeverity)}
                isFleet={isFleet}
                isOpen
              />
            )}
            <Unlisted list={open} />
            {closed.totalCount > 0 && (
              <details>
                <summary>
                  {countOf(closed.totalCount, 'incident')} closed in the last {closedDays} days
                </summary>
                <IncidentTable
                  caption="Closed incidents, newest first"
                  incidents={closed.nodes}
                  isFleet={isFleet}
                  isOpen={false}
                />
                <Unlisted list={closed} />
              </details>
            )}
          </Section>
        );
      }}
    </QueryContent>
  );
}

interface UnlistedProps {
  readonly list: RecentIncidentsQuery['open'];
}

/** The number of incidents that the list of the newest ones lacks. */
function Unlisted({ list: { nodes, totalCount } }: UnlistedProps) {
  if (totalCount <= nodes.length) return null;
  return (
    <p className="dimmed">
      The newest {nodes.length} of {totalCount} are listed; kerf get incidents --all lists all.
    </p>
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
