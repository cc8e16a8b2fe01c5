import { countOf, formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { Notice } from '../../ui/feedback/notice.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { ClusterObject } from '../../ui/values/cluster-object.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

export interface ClusterFindingsProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'name' | 'findings'>;
}

/** The most recent finding, on every tab of the cluster. */
export function ClusterFindingNotice({ cluster }: ClusterFindingsProps) {
  // Another controller has a notice of its own.
  const newest = cluster.findings.find(({ code }) => code !== 'OTHER_CONTROLLER');
  if (newest === undefined) return null;
  return (
    <Notice
      tone="attention"
      action={
        <Link to="/clusters/$name" params={{ name: cluster.name }} search={{ tab: 'settings' }}>
          {countOf(cluster.findings.length, 'finding')}
        </Link>
      }
    >
      <strong>
        <ClusterObject clusterName={cluster.name} object={newest.object} />:
      </strong>{' '}
      {newest.message} (last seen <RelativeTime at={newest.lastSeenAt} />)
      {newest.remedy !== null && <div>How to fix: {newest.remedy}</div>}
    </Notice>
  );
}

/** The findings of the cluster, most recent first. */
export function ClusterFindingTable({ cluster: { name, findings } }: ClusterFindingsProps) {
  if (findings.length === 0) return <p className="dimmed">No findings.</p>;
  return (
    <SimpleTable
      caption="Findings, most recent first"
      columns={[
        {
          header: 'Object',
          renderCell: ({ object }) => <ClusterObject clusterName={name} object={object} />,
        },
        {
          header: 'Finding',
          renderCell: ({ code, message, remedy }) => (
            <>
              <span title={code}>{message}</span>
              {remedy !== null && <div className="dimmed">How to fix: {remedy}</div>}
            </>
          ),
        },
        { header: 'Count', isNumeric: true, renderCell: ({ count }) => formatCount(count) },
        {
          header: 'First seen',
          renderCell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} />,
        },
        { header: 'Last seen', renderCell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
      ]}
      rows={findings}
      rowKey={({ code, object }) => `${code} ${object}`}
    />
  );
}
