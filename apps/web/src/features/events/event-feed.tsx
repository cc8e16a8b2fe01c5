import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ActivityFieldsFragment } from '../../gql/graphql.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Row } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { ActivitySearch } from './activity.search.js';
import { activityQuery } from './events.queries.js';
import { toActivityText } from './events-text.js';

export interface EventFeedProps {
  /** Absent for all clusters. */
  readonly clusterId?: string;
  readonly count: number;
  readonly search: ActivitySearch;
  readonly onSearch: (change: ActivitySearch) => void;
}

/** Decisions and interruptions, a row for each cause, the latest first. */
export function EventFeed({ clusterId, count, search, onSearch }: EventFeedProps) {
  const query = useQuery(activityQuery(clusterId, search, count));
  return (
    <>
      <Row>
        <FilterSelect
          label="Kind of activity"
          allLabel="All kinds"
          options={kindOptions}
          value={search.activity}
          onChange={(activity) => onSearch({ activity })}
        />
        <FilterSelect
          label="Severity"
          allLabel="All severities"
          options={severityOptions}
          value={search.severity}
          onChange={(severity) => onSearch({ severity })}
          widthPx={160}
        />
      </Row>
      <QueryContent query={query} action="load the recent activity">
        {(rows) => {
          if (rows === undefined) return <p className="dimmed">Loading the recent activity…</p>;
          if (rows.length > 0) {
            return <ActivityTable rows={rows} isFleet={clusterId === undefined} />;
          }
          const isFiltered = search.activity !== undefined || search.severity !== undefined;
          return (
            <p className="dimmed">
              {isFiltered
                ? 'No activity matches the filters.'
                : 'No activity yet: no decisions and no interruption notices.'}
            </p>
          );
        }}
      </QueryContent>
    </>
  );
}

const kindOptions = [
  { value: 'launches', label: 'Launches' },
  { value: 'removals', label: 'Removals and replacements' },
  { value: 'interruptions', label: 'Interruptions' },
] as const;

const severityOptions = [
  { value: 'warning', label: 'Warning and critical' },
  { value: 'critical', label: 'Critical' },
] as const;

interface ActivityTableProps {
  readonly rows: readonly ActivityFieldsFragment[];
  readonly isFleet: boolean;
}

function ActivityTable({ rows, isFleet }: ActivityTableProps) {
  const clusterColumn = { header: 'Cluster', renderCell: ClusterCell };
  return (
    <SimpleTable
      caption="Recent activity, the latest first"
      columns={[
        {
          header: 'Time',
          renderCell: ({ lastAt }: ActivityFieldsFragment) => <RelativeTime at={lastAt} />,
        },
        { header: 'Event', renderCell: EventCell },
        ...(isFleet ? [clusterColumn] : []),
        { header: 'Details', isSentence: true, renderCell: DetailsCell },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function ClusterCell({ clusterName }: ActivityFieldsFragment): ReactNode {
  return (
    <Link to="/clusters/$name" params={{ name: clusterName }}>
      {clusterName}
    </Link>
  );
}

function EventCell(row: ActivityFieldsFragment): ReactNode {
  return <StateBadge content={toActivityText(row)} />;
}

function DetailsCell(row: ActivityFieldsFragment): ReactNode {
  const { sentence } = toActivityText(row);
  const { id, decisionId, clusterName } = row;
  return (
    <>
      {decisionId === null ? (
        <Link to="/interruptions" search={{ cluster: clusterName, open: id }}>
          {sentence}
        </Link>
      ) : (
        <Link to="/decisions/$id" params={{ id: decisionId }}>
          {sentence}
        </Link>
      )}
      <NodeNames row={row} />
    </>
  );
}

/** Number of names that a row shows. */
const shownNames = 3;

function NodeNames({ row }: { readonly row: ActivityFieldsFragment }) {
  const { nodeNames, nodeCount } = row;
  if (nodeNames.length === 0) return null;
  // The domain is the same for all nodes of a cluster.
  const shown = nodeNames
    .slice(0, shownNames)
    .map((name) => name.split('.')[0])
    .join(', ');
  const more = Math.max(nodeCount, nodeNames.length) - shownNames;
  return (
    <div className="dimmed" title={nodeNames.join('\n')}>
      {more > 0 ? `${shown} and ${more} more` : shown}
    </div>
  );
}
