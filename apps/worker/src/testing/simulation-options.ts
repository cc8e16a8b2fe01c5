import type { DurationMs } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import type { PortFault } from './fault-switch.js';
import type { RandomFaults } from './random-faults.js';

/** How a simulated cluster is operated, and what fails in it. */
export interface SimulationOptions {
  readonly mode: ClusterMode;
  /** Number of the port call after which the worker is killed. */
  readonly crashAt?: number;
  /** The port call that fails once. */
  readonly fault?: PortFault;
  /** Number of the job before which the queue loses all of its jobs. */
  readonly losesJobsAt?: number;
  /**
   * Number of the port call after which the job's run freezes, until the job has been run again.
   */
  readonly stallAt?: number;
  /** Port calls that fail at random; the periodic checks of NodeClaims then run, too. */
  readonly randomFaults?: RandomFaults;
  /** Difference of AWS's clock to the worker's. */
  readonly cloudClockSkewMs?: DurationMs;
}
