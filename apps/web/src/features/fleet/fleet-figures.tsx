import { countOf, formatCount } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  NodesFigure,
  PendingFigure,
  SavingFigure,
  SpendFigure,
} from '../../app/figures/key-figures.js';
import { trendQuery } from '../../app/figures/trend.queries.js';
import type { FleetQuery } from '../../gql/graphql.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';

interface FleetFiguresProps {
  readonly fleet: FleetQuery['fleet'];
}

/** Cost, nodes, pending pods, approvals and problems of the fleet. */
export function FleetFigures({ fleet }: FleetFiguresProps) {
  const { summary, attentionClusters, brokenClusters } = fleet;
  const trend = useQuery(trendQuery(undefined)).data;
  const figure = { summary, trend };
  return (
    <Figures>
      <Figure
        value={attentionClusters}
        label={`of ${countOf(fleet.clusters, 'cluster')} ${attentionClusters === 1 ? 'needs' : 'need'} attention`}
        tone={attentionClusters === 0 ? undefined : brokenClusters > 0 ? 'broken' : 'attention'}
      />
      <SpendFigure {...figure} />
      <SavingFigure {...figure} />
      <NodesFigure {...figure} />
      <PendingFigure {...figure} />
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
      <Figure value={formatCount(summary.pods)} label={summary.pods === 1 ? 'pod' : 'pods'} />
    </Figures>
  );
}
