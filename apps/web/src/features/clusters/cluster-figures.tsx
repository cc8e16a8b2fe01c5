import { formatCount, formatCpu } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  NodesFigure,
  PendingFigure,
  SavingFigure,
  SpendFigure,
} from '../../app/figures/key-figures.js';
import { trendQuery } from '../../app/figures/trend.queries.js';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { formatMemoryPart, formatShare, ratioOf } from '../../lib/format/quantity.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Meter } from '../../ui/values/meter.js';
import classes from './cluster-figures.module.css';

export interface ClusterFiguresProps {
  readonly cluster: ClusterFieldsFragment;
}

/** The header line of eks-node-viewer. */
export function ClusterFigures({ cluster }: ClusterFiguresProps) {
  const { summary, name } = cluster;
  const trend = useQuery(trendQuery(cluster.id)).data;
  if (summary === null) {
    return <p className="dimmed">No data about the nodes yet.</p>;
  }
  const cpu = { used: summary.cpuRequestedMilli, all: summary.cpuAllocatableMilli };
  const memory = { used: summary.memoryRequestedBytes, all: summary.memoryAllocatableBytes };
  const figure = { summary, trend, cluster: name };
  return (
    <Figures>
      <SpendFigure {...figure} />
      <SavingFigure {...figure} />
      <NodesFigure {...figure} />
      <PendingFigure {...figure} />
      <UtilizationFigure
        name="CPU"
        ratio={ratioOf(cpu.used, cpu.all)}
        share={formatShare(cpu.used, cpu.all, 1)}
        amounts={`${formatCpu(cpu.used)} / ${formatCpu(cpu.all)} vCPU`}
      />
      <UtilizationFigure
        name="memory"
        ratio={ratioOf(memory.used, memory.all)}
        share={formatShare(memory.used, memory.all, 1)}
        amounts={formatMemoryPart(memory.used, memory.all)}
      />
      <Figure value={formatCount(summary.pods)} label={summary.pods === 1 ? 'pod' : 'pods'} />
      {summary.awaitingDecisions > 0 && (
        <Link to="/decisions" search={{ cluster: name, show: 'waiting' }}>
          <Figure value={summary.awaitingDecisions} label="awaiting approval" tone="attention" />
        </Link>
      )}
    </Figures>
  );
}

interface UtilizationFigureProps {
  readonly name: string;
  readonly ratio: number;
  readonly share: string;
  readonly amounts: string;
}

function UtilizationFigure({ name, ratio, share, amounts }: UtilizationFigureProps) {
  return (
    <span className={classes['share']}>
      <Figure value={share} label={`${name} (${amounts})`} />
      <span className={classes['bar']}>
        <Meter ratio={ratio} text="" label={`${amounts} ${name} requested`} />
      </span>
    </span>
  );
}
