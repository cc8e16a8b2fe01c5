import { countOf, formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FleetQuery } from '../../gql/graphql.js';
import { formatMonthly, toMicroUsd } from '../../lib/format/money.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

interface FleetFiguresProps {
  readonly fleet: FleetQuery['fleet'];
  /** The figure beside the cost. */
  readonly possibleSaving: ReactNode;
}

/** Cost, nodes, pending pods, approvals and problems of the fleet. */
export function FleetFigures({ fleet, possibleSaving }: FleetFiguresProps) {
  const { summary, attentionClusters, brokenClusters } = fleet;
  const priceMicroUsd = toMicroUsd(summary.price);
  return (
    <Figures>
      <Link to="/cost">
        <Figure
          value={<Money microUsd={priceMicroUsd} />}
          label={
            <>
              {formatMonthly(priceMicroUsd)}
              {summary.unpricedNodes > 0 &&
                `, ${countOf(summary.unpricedNodes, 'node')} with unknown price`}
            </>
          }
        />
      </Link>
      {possibleSaving}
      <Figure
        value={formatCount(summary.nodes)}
        label={`${summary.nodes === 1 ? 'node' : 'nodes'}, ${formatCount(summary.managedNodes)} managed`}
      />
      <Figure value={formatCount(summary.pods)} label={summary.pods === 1 ? 'pod' : 'pods'} />
      <Link to="/pending">
        <Figure
          value={formatCount(summary.pendingPods)}
          label={
            <>
              pending
              {summary.oldestPendingAt !== null && (
                <>
                  , oldest <RelativeTime at={summary.oldestPendingAt} form="age" />
                </>
              )}
            </>
          }
          tone={summary.pendingPods > 0 ? 'attention' : undefined}
        />
      </Link>
      <Link to="/decisions" search={{ show: 'waiting' }}>
        <Figure
          value={formatCount(summary.awaitingDecisions)}
          label={
            summary.awaitingDecisions === 1
              ? 'decision awaiting your approval'
              : 'decisions awaiting your approval'
          }
          tone={summary.awaitingDecisions > 0 ? 'attention' : undefined}
        />
      </Link>
      <Figure
        value={attentionClusters}
        label={`of ${countOf(fleet.clusters, 'cluster')} ${attentionClusters === 1 ? 'needs' : 'need'} attention`}
        tone={attentionClusters === 0 ? undefined : brokenClusters > 0 ? 'broken' : 'attention'}
      />
    </Figures>
  );
}
