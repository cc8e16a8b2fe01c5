import { Link } from '@tanstack/react-router';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import { Notice } from '../../ui/feedback/notice.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { PolicyTest } from './approval-policy.queries.js';
import { policyResultWords } from './policy-text.js';

/** Shows the results of the tested rules for past decisions: counts, and the decisions. */
export function PolicyTestResult({ test }: { readonly test: PolicyTest }) {
  if (test.total === 0) {
    return (
      <p className="dimmed">
        No decisions of this period can be tested. Decisions record what rules need since this
        version of Kerf.
      </p>
    );
  }
  return (
    <>
      {test.notes.map((note) => (
        <Notice key={note} tone="attention">
          {note}
        </Notice>
      ))}
      {test.isCut && <Notice tone="neutral">Only the newest decisions were tested.</Notice>}
      <SimpleTable
        caption="Past decisions by result"
        columns={[
          { header: 'Result', renderCell: ({ result }) => policyResultWords[result] },
          { header: 'As it was', isNumeric: true, renderCell: ({ before }) => before },
          { header: 'With these rules', isNumeric: true, renderCell: ({ after }) => after },
        ]}
        rows={test.counts}
        rowKey={({ result }) => result}
      />
      <SimpleTable
        caption="Tested decisions, those with another result first"
        columns={[
          {
            header: 'Decision',
            renderCell: ({ id, kind, nodeCount }) => (
              <Link to="/decisions/$id" params={{ id }}>
                {decisionKindWords[kind]}, {nodeCount} {nodeCount === 1 ? 'node' : 'nodes'}
              </Link>
            ),
          },
          { header: 'Cluster', renderCell: ({ clusterName }) => clusterName },
          { header: 'Proposed', renderCell: ({ proposedAt }) => <RelativeTime at={proposedAt} /> },
          {
            header: 'Result',
            renderCell: ({ before, after }) =>
              before === after
                ? policyResultWords[after]
                : `${policyResultWords[after]} (was: ${policyResultWords[before]})`,
          },
          { header: 'Rule', renderCell: ({ rule }) => rule },
        ]}
        rows={test.decisions}
        rowKey={({ id }) => id}
      />
    </>
  );
}
