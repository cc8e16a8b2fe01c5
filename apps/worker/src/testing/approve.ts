import {
  approveDecision,
  type Decision,
  organizationAdmin,
  type Principal,
} from '@kerf/application';
import type { ClusterSimulation } from './cluster-simulation.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };

/** Approves a decision in its current version as the user `ada`. */
export function approve(
  { ports, store }: Pick<ClusterSimulation, 'ports' | 'store'>,
  { id, version }: Pick<Decision, 'id' | 'version'>,
  comment: string | null = null,
): ReturnType<typeof approveDecision> {
  return approveDecision({ ...ports, store }, ada, {
    decisionId: id,
    expectedVersion: version,
    comment,
    requestId: null,
  });
}
