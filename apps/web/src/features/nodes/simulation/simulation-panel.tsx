import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { SidePanel } from '../../../ui/layout/side-panel.js';
import { type Simulation, simulationQuery } from './simulation.queries.js';
import { SimulationSections } from './simulation-sections.js';

export interface SimulationPanelProps {
  readonly id: string;
  readonly clusterName: string;
  /** Repeats the simulation. */
  readonly again: ReactNode;
  readonly onClose: () => void;
}

/** A simulated removal of nodes, beside the page: its progress, then its result. */
export function SimulationPanel({ id, clusterName, again, onClose }: SimulationPanelProps) {
  const query = useQuery(simulationQuery(id));
  return (
    <SidePanel id={id} title="Simulated removal" widthPx={560} onClose={onClose}>
      <QueryContent query={query} action="load the simulation">
        {(simulation) => {
          if (simulation === undefined) return <p className="dimmed">Loading the simulation…</p>;
          if (simulation === null) {
            return (
              <EmptyState title="Simulation not found">
                Simulations are deleted after an hour.
              </EmptyState>
            );
          }
          return <Progress simulation={simulation} clusterName={clusterName} />;
        }}
      </QueryContent>
      {query.data?.state !== 'REQUESTED' && again}
    </SidePanel>
  );
}

interface ProgressProps {
  readonly simulation: Simulation;
  readonly clusterName: string;
}

function Progress({ simulation: { state, problem, result }, clusterName }: ProgressProps) {
  if (state === 'REQUESTED') {
    return (
      <Notice tone="active" isAnnounced>
        The worker of the cluster simulates the removal. Nothing in the cluster changes.
      </Notice>
    );
  }
  if (result === null) {
    return (
      <Notice tone="broken" isAnnounced>
        {problem ?? 'The simulation failed.'}
      </Notice>
    );
  }
  return <SimulationSections result={result} clusterName={clusterName} />;
}
