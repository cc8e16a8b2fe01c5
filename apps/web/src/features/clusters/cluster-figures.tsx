import { countOf, formatCount, formatCpu } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { formatMonthly, toMicroUsd } from '../../lib/format/money.js';
import { formatMemoryPart, formatShare, ratioOf } from '../../lib/format/quantity.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Meter } from '../../ui/values/meter.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import classes from './cluster-figures.module.css';

export interface ClusterFiguresProps {
  readonly cluster: ClusterFieldsFragment;
  /** The figure beside the cost. */
  readonly possibleSaving: ReactNode;
}

/** The header line of eks-node-viewer. */
export function ClusterFigures({ cluster, possibleSaving }: ClusterFiguresProps) {
  const { summary, name } = cluster;
  if (summary === null) {
    return <p className="dimmed">No data about the nodes yet.</p>;
  }
  const cpu = { used: summary.cpuRequestedMilli, all: summary.cpuAllocatableMilli };
  const memory = { used: summary.memoryRequestedBytes, all: summary.memoryAllocatableBytes };
  const priceMicroUsd = toMicroUsd(summary.price);
  return (
    <Figures>
      <Figure
        value={formatCount(summary.nodes)}
        label={`${summary.nodes === 1 ? 'node' : 'nodes'}, ${formatCount(summary.managedNodes)} managed`}
      />
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
      <Link to="/cost" search={{ cluster: name }}>
        <Figure
          value={<Money microUsd={priceMicroUsd} />}
          label={`${formatMonthly(priceMicroUsd)}${
            summary.unpricedNodes > 0
              ? `, ${countOf(summary.unpricedNodes, 'node')} with unknown price`
              : ''
          }`}
        />
      </Link>
      {possibleSaving}
      <Figure value={formatCount(summary.pods)} label={summary.pods === 1 ? 'pod' : 'pods'} />
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
