import type { DurationMs, FieldProblem, Instant, PauseId } from '@kerf/core';
import { type PauseExtent, pauseExtents } from '@kerf/engine';
import { type BrakeScope, clusterOfScope } from '../domain/brake/brake-scope.js';
import type { Pause } from '../domain/brake/pause.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import { isPlain, plainRule } from '../domain/text/name-problem.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { auditedPause, endPause, publishPauses } from './end-pause.js';
import { isHiddenScope, type ScopeRefusal, scopeDenial, scopeRefusal } from './scope-problems.js';

type PausePorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** A pause to set. */
export interface SetPauseInput {
  readonly scope: BrakeScope;
  readonly stops: PauseExtent;
  readonly reason: string;
  /** The person responsible for it; the caller if absent. */
  readonly owner?: string | null | undefined;
  /** When Kerf releases it; `null` or absent: when someone does. */
  readonly expiresAt?: Instant | null | undefined;
  readonly requestId: string | null;
}

/** The result of setting a pause. */
export type SetPauseOutcome = { readonly kind: 'Set'; readonly pause: Pause } | ScopeRefusal;

/** Most characters of the reason of a pause. */
export const maxReasonLength = 500;
/** Most characters of the owner of a pause. */
export const maxOwnerLength = 200;
const maxPauseMs: DurationMs = 366 * 24 * 3_600_000;

/**
 * Sets a pause. It is in force for everything that has not begun: proposals are superseded, and
 * commands whose nodes are not being drained yet are rolled back.
 */
export async function setPause(
  ports: PausePorts,
  principal: Principal,
  input: SetPauseInput,
): Promise<SetPauseOutcome> {
  const now = ports.clock.now();
  const reason = input.reason.trim();
  const owner = input.owner?.trim() ?? '';
  return ports.store.transaction(async (tx) => {
    const { scope } = input;
    const refusal = await scopeRefusal(tx, principal, { action: 'pause.write', scope });
    if (refusal !== null) return refusal;
    const problems = textProblems({ ...input, reason, owner }, now);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const pause: Pause = {
      id: ports.ids.next('pau'),
      scope,
      stops: input.stops,
      cause: 'User',
      reason,
      owner: owner === '' ? principal.name : owner,
      setBy: principal.name,
      setAt: now,
      expiresAt: input.expiresAt ?? null,
      evidence: null,
      releasedAt: null,
      releasedBy: null,
      version: 1,
    };
    await tx.pauses.insert(pause);
    await auditWrite(ports, tx, principal, {
      action: 'pause.set',
      object: await auditedPause(tx, pause),
      clusterId: clusterOfScope(pause.scope),
      comment: reason,
      after: pause,
      requestId: input.requestId,
    });
    await publishPauses(tx, pause);
    return { kind: 'Set', pause };
  });
}

function textProblems(
  { reason, owner, expiresAt = null, stops }: SetPauseInput,
  now: Instant,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (reason === '') {
    problems.push({
      path: 'reason',
      message: 'must say why; it is shown where the pause holds something',
    });
  } else if (reason.length > maxReasonLength) {
    problems.push({ path: 'reason', message: `must have at most ${maxReasonLength} characters` });
  }
  if ((owner ?? '').length > maxOwnerLength) {
    problems.push({ path: 'owner', message: `must have at most ${maxOwnerLength} characters` });
  }
  if (!isPlain(owner ?? '')) problems.push({ path: 'owner', message: plainRule });
  if (!pauseExtents.includes(stops)) {
    problems.push({ path: 'stops', message: `must be ${pauseExtents.join(', ')}` });
  }
  if (expiresAt !== null && expiresAt <= now) {
    problems.push({ path: 'expiresAt', message: 'must be in the future' });
  } else if (expiresAt !== null && expiresAt - now > maxPauseMs) {
    problems.push({
      path: 'expiresAt',
      message: 'must be within a year; leave it out for a pause without an end',
    });
  }
  return problems;
}

/** A pause to release. */
export interface ReleasePauseInput {
  readonly id: PauseId;
  readonly expectedVersion: ExpectedVersion;
  readonly comment?: string | null | undefined;
  readonly requestId: string | null;
}

/** The result of releasing a pause. */
export type ReleasePauseOutcome =
  | { readonly kind: 'Released'; readonly pause: Pause }
  | { readonly kind: 'Forbidden'; readonly reason: string }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'AlreadyReleased' | 'Stale'; readonly pause: Pause };

/** Releases a pause, whoever set it. Work that it blocked is planned again. */
export async function releasePause(
  ports: PausePorts,
  principal: Principal,
  { id, expectedVersion, comment = null, requestId }: ReleasePauseInput,
): Promise<ReleasePauseOutcome> {
  return ports.store.transaction(async (tx: Repositories) => {
    const pause = await tx.pauses.find(id);
    if (pause === null || (await isHiddenScope(tx, principal, pause.scope))) {
      return { kind: 'NotFound' };
    }
    const reason = await scopeDenial(tx, principal, 'pause.write', pause.scope);
    if (reason !== null) return { kind: 'Forbidden', reason };
    if (pause.releasedAt !== null) return { kind: 'AlreadyReleased', pause };
    if (!isExpectedVersion(pause.version, expectedVersion)) return { kind: 'Stale', pause };
    const released = await endPause(ports, tx, pause, {
      actor: principal,
      comment: comment ?? null,
      requestId,
    });
    return released === null ? { kind: 'Stale', pause } : { kind: 'Released', pause: released };
  });
}
