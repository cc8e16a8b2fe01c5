import { countOf, type DurationMs } from '@kerf/core';
import type { Command, TerminateFirst } from '@kerf/engine';
import { reasonText } from './reason-text.js';

/**
 * How long pods wait, once they are evicted from a node that goes before its replacement. An
 * estimate: EC2 ends an instance in about a minute, static NodePools and free instances of capacity
 * reservations are looked at each minute, and a new node takes about a minute until it runs pods. How
 * long the drain takes depends on the pods, and is not part of it.
 */
export const refillMs: DurationMs = 3 * 60_000;

/** Returns the number of pods of a command that wait because their node goes before its replacement. */
export const waitingPods = ({ moves }: Pick<Command, 'moves'>): number =>
  moves.filter(({ to }) => to === null).length;

/** Returns why no replacement is launched first, and what that means for the pods, as two sentences. */
export function terminateFirstText(cause: TerminateFirst, command: Pick<Command, 'moves'>): string {
  const pods = waitingPods(command);
  const consequence =
    pods === 0
      ? 'No pod waits for it'
      : `${countOf(pods, 'pod')} ${pods === 1 ? 'waits' : 'wait'} about ${refillMs / 60_000} minutes for a new node after the drain`;
  return `No replacement can be launched first: ${reasonText(cause)}. ${consequence}.`;
}
