import type { DurationMs } from '@kerf/core';
import type { InterruptionKind } from '../domain/interruption/interruption.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import { type EventText, type NodeOfClaim, ofNode, onBoth, seconds } from '../recording/events.js';

/*
 * The Kubernetes Events of interruptions, with Karpenter's reasons.
 * Source: aws pkg/controllers/interruption/events @v1.14.1.
 */

const warnings: Readonly<Record<InterruptionKind, EventText>> = {
  SpotInterrupted: {
    type: 'Warning',
    reason: 'SpotInterrupted',
    message: 'Spot interruption warning was triggered',
  },
  RebalanceRecommended: {
    type: 'Normal',
    reason: 'SpotRebalanceRecommendation',
    message: 'Spot rebalance recommendation was triggered',
  },
  ScheduledChange: {
    type: 'Warning',
    reason: 'InstanceUnhealthy',
    message: 'An unhealthy warning was triggered: AWS has scheduled work on the instance',
  },
  InstanceStopped: {
    type: 'Warning',
    reason: 'InstanceStopping',
    message: 'Instance is stopping',
  },
  InstanceTerminated: {
    type: 'Warning',
    reason: 'InstanceTerminating',
    message: 'Instance is terminating',
  },
  CapacityReservationInterrupted: {
    type: 'Warning',
    reason: 'CapacityReservationInstanceInterrupted',
    message: 'Capacity reservation interruption warning was triggered',
  },
};

/**
 * Returns the Events of an instance that AWS warned about.
 * @param claim `undefined` for a node that Kerf does not manage
 */
export function warned(
  about: Pick<NodeOfClaim, 'node'> & { readonly claim: NodeOfClaim['claim'] | undefined },
  kind: InterruptionKind,
): readonly NotedEvent[] {
  const text = warnings[kind];
  if (about.claim !== undefined) return onBoth({ claim: about.claim, node: about.node }, text);
  return about.node === undefined ? [] : [{ about: ofNode(about.node), ...text }];
}

/**
 * Returns the Events of a node that is drained because of a warning.
 * @param leftMs time until the instance ends; `null` when AWS gives no time
 */
export function terminatingOnInterruption(
  about: NodeOfClaim,
  leftMs: DurationMs | null,
): readonly NotedEvent[] {
  return onBoth(about, {
    type: 'Warning',
    reason: 'TerminatingOnInterruption',
    message: `Interruption triggered termination for the node${instanceEndText(leftMs)}`,
  });
}

function instanceEndText(leftMs: DurationMs | null): string {
  if (leftMs === null) return '';
  return leftMs > 0 ? `; the instance ends in ${seconds(leftMs)} s` : '; the instance has ended';
}
