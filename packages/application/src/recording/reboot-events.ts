import type { DurationMs } from '@kerf/core';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import { type EventText, ofClaim } from './events.js';

/*
 * The Events of reboots, with Karpenter's reasons.
 * Source: karpenter pkg/controllers/nodeclaim/reboot/events @v1.15.0.
 */

type RebootedClaim = Pick<NodeClaim, 'name' | 'standalone' | 'reboot'>;

/** Longer than the observation of a reboot, so that each of its Events is recorded once. */
const dedupeMs: DurationMs = 30 * 60_000;

const ofReboot = (claim: RebootedClaim, text: EventText): readonly NotedEvent[] => [
  { about: ofClaim(claim), ...text, dedupeBy: String(claim.reboot?.requestedAt), dedupeMs },
];

/** Returns the Event of a NodeClaim whose node has booted anew. */
export const rebootObserved = (claim: RebootedClaim): readonly NotedEvent[] =>
  ofReboot(claim, {
    type: 'Normal',
    reason: 'RebootObserved',
    message: 'New boot observed (bootID changed); awaiting node readiness',
  });

/** Returns the Event of a NodeClaim whose reboot has failed, so that its node is terminated. */
export const rebootFailed = (claim: RebootedClaim, message: string): readonly NotedEvent[] =>
  ofReboot(claim, { type: 'Warning', reason: 'RebootFailed', message });
