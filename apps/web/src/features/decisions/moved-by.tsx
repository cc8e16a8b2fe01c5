import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { SimpleTable, type SimpleTableProps } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { DecisionRow } from './decision-columns.js';
import { movedByQuery } from './decisions.queries.js';
import { decisionBadge } from './progress-text.js';

export interface MovedByProps {
  readonly clusterId: string;
  /** `namespace/name` of a pod, or `namespace/Kind/name` of an owner. */
  readonly moved: string;
}

/** Decisions that moved a pod, or pods of an owner, newest first. */
export function MovedBy({ clusterId, moved }: MovedByProps) {
  return (
    <QueryContent query={useQuery(movedByQuery(clusterId, moved))} action="load the decisions">
      {(data) => {
        if (data === undefined) return <p className="dimmed">Loading the decisions…</p>;
        if (data.nodes.length === 0) return <p className="dimmed">None.</p>;
        const older = data.totalCount - data.nodes.length;
        return (
          <>
            <SimpleTable
              caption="Decisions, newest first"
              columns={columns}
              rows={data.nodes}
              rowKey={({ id }) => id}
            />
            {older > 0 && <p className="dimmed">and {countOf(older, 'older decision')}</p>}
          </>
        );
      }}
    </QueryContent>
  );
}

const columns: SimpleTableProps<DecisionRow>['columns'] = [
  {
    header: 'Decision',
    renderCell: (decision) => (
      <Link to="/decisions/$id" params={{ id: decision.id }}>
        {decisionSentence(decision)}
      </Link>
    ),
  },
  {
    header: 'State',
    renderCell: (decision) => <StateBadge content={decisionBadge(decision)} />,
  },
  {
    header: 'Proposed',
    isNumeric: true,
    renderCell: ({ proposedAt }) => <RelativeTime at={proposedAt} />,
  },
];
