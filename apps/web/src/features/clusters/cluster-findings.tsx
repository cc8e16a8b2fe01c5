import { Link } from '@tanstack/react-router';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { countOf, formatCount } from '../../lib/format/quantity.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SimpleTable } from '../../ui/simple-table.js';

type Finding = ClusterFieldsFragment['findings'][number];

export interface ClusterFindingsProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'name' | 'findings'>;
}

/** The newest finding in a line, on every tab of the cluster. */
export function ClusterFindingNotice({ cluster }: ClusterFindingsProps) {
  // What holds the cluster has a notice of its own.
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
      <strong>{newest.object}:</strong> {newest.message}, seen{' '}
      <RelativeTime at={newest.lastSeenAt} />
      {newest.remedy !== null && <div>How to fix: {newest.remedy}</div>}
    </Notice>
  );
}

/** What is off in the cluster while work goes on, seen last first. */
export function ClusterFindingTable({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return <p className="dimmed">None.</p>;
  return (
    <SimpleTable
      caption="Findings, seen last first"
      columns={[
        { header: 'About', renderCell: ({ object }) => object },
        {
          header: 'Finding',
          renderCell: ({ code, message, remedy }) => (
            <>
              <span title={code}>{message}</span>
              {remedy !== null && <div className="dimmed">How to fix: {remedy}</div>}
            </>
          ),
        },
        { header: 'Seen', isNumeric: true, renderCell: ({ count }) => formatCount(count) },
        { header: 'First', renderCell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} /> },
        { header: 'Last', renderCell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
      ]}
      rows={findings}
      rowKey={({ code, object }) => `${code} ${object}`}
    />
  );
}
