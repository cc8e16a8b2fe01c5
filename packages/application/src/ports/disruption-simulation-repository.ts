import type { ClusterId, DisruptionSimulationId, Instant } from '@kerf/core';
import type { DisruptionSimulation } from '../domain/disruption-simulation/disruption-simulation.js';

/** Disruption simulations; each is deleted some time after its request. */
export interface DisruptionSimulationRepository {
  insert(simulation: DisruptionSimulation): Promise<void>;
  find(id: DisruptionSimulationId): Promise<DisruptionSimulation | null>;
  /** Counts the simulations of the cluster that wait for an answer at this time. */
  countWaiting(clusterId: ClusterId, now: Instant): Promise<number>;
  /**
   * Saves the end of a simulation.
   * @returns false when it had already ended
   */
  finish(simulation: DisruptionSimulation): Promise<boolean>;
  /** Deletes the simulations of the cluster that were requested before this time. */
  prune(clusterId: ClusterId, requestedBefore: Instant): Promise<void>;
}
