import type { Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { BreakGlass, BreakGlassCause } from '../domain/approval/decision-approval.js';
import { legacyAsk, personIdOf } from '../domain/approval/review.js';
import type { Decision, DecisionEvent } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { newDecision } from '../recording/new-decision.js';
import { publishDecision } from '../recording/publish-decision.js';
import { supersede } from '../recording/supersede.js';
import { requestExecution } from './approve.js';
import { auditedDecision } from './audited-decision.js';
import {
  type DecideInput,
  type DecideOutcome,
  type DecidePorts,
  requireSaved,
} from './decide-outcome.js';
import { openForReview } from './open-for-review.js';
import { reviewerOf } from './reviewer-of.js';

/** Shortest reason for an execution against the policy or the mode. */
/** Least characters of the reason for an execution without approvals. */
export const minReasonLength = 10;

/**
 * Executes a decision that awaits approvals, that the policy denied, or that the mode `observe` only
 * shows. It needs a right of its own and a reason, and is recorded as such. The worker still
 * validates the plan; budgets and pauses hold. A denied or observed decision stays as it is: its
 * plan is executed as a new one.
 * @param input the comment is the reason
 */
export function breakGlass(
  ports: DecidePorts,
  principal: Principal,
  input: Omit<DecideInput, 'window'>,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const opened = await openForReview(ports, tx, principal, {
      ...input,
      action: 'decision.break-glass',
      alsoOpen: (decision) => causeOf(decision) !== null,
    });
    if (opened.kind !== 'Open') return opened;
    const { decision } = opened;
    const { comment: reason, requestId } = input;
    if (reason === null || reason.length < minReasonLength) {
      const message = `must have at least ${minReasonLength} characters`;
      return { kind: 'Invalid', field: 'reason', message };
    }
    const overrides = causeOf(decision) ?? 'Approvals';
    const problem = overrides === 'Observe' ? await whyNotObserved(tx, decision) : null;
    if (problem !== null) return { kind: 'Invalid', field: 'id', message: problem };
    const now = ports.clock.now();
    const { kind, id, name } = principal;
    const personId = personIdOf(await reviewerOf(tx, principal));
    const broken = { overrides, at: now, by: { kind, id, name }, personId };
    const saved =
      overrides === 'Approvals'
        ? await approveAnyway(tx, decision, { broken, reason })
        : await executeAsNew(ports, tx, decision, { broken, reason });
    await requestExecution(tx, saved, now);
    await auditWrite(ports, tx, principal, {
      ...auditedDecision('decision.break-glass', decision, { comment: reason, requestId }),
      after: {
        state: saved.state,
        breakGlass: true,
        overrides,
        rule: decision.approval?.rule.name ?? null,
        ...(saved.id !== decision.id && { executedAs: saved.id }),
      },
    });
    await publishDecision(tx, saved);
    return { kind: 'Decided', decision: saved };
  });
}

interface Broken {
  readonly broken: BreakGlass;
  readonly reason: string;
}

/** Returns what would be overridden; `null` unless the policy denied or the mode only shows it. */
function causeOf({ state, verdict, approval }: Decision): BreakGlassCause | null {
  if (approval === null || approval.breakGlass !== undefined) return null;
  if (state === 'Rejected' && verdict.kind === 'Denied') return 'Denial';
  return state === 'Proposed' && verdict.kind === 'ObserveOnly' ? 'Observe' : null;
}

/** In mode `observe`, Kerf removes nodes on request, and launches none. */
async function whyNotObserved(
  tx: Repositories,
  { clusterId, body }: Decision,
): Promise<string | null> {
  const { hold, name } = await requireCluster(tx, clusterId);
  if (hold !== null) return `another controller acts in cluster ${name}: ${hold.message}`;
  const isRemoval =
    body.type === 'Disrupt' &&
    body.command.replacements.length === 0 &&
    body.command.terminateFirst === undefined;
  return isRemoval
    ? null
    : 'launches nodes, which Kerf does not do in mode observe; change the mode of the cluster first';
}

const details: Readonly<Record<BreakGlassCause, string>> = {
  Approvals: 'break-glass: without the approvals that the policy asks for',
  Denial: 'break-glass: the policy denied it',
  Observe: 'break-glass: the cluster is in mode observe',
};

function eventsOf({ broken: { at, by, overrides }, reason }: Broken): readonly DecisionEvent[] {
  const detail = details[overrides];
  return [
    { at, kind: 'BreakGlass', actor: by.name, data: { comment: reason } },
    { at, kind: 'Approved', actor: by.name, data: { detail } },
  ];
}

async function approveAnyway(
  tx: Repositories,
  decision: Decision,
  { broken, reason }: Broken,
): Promise<Decision> {
  const { approval } = decision;
  const next = moveDecision(decision, 'Approved', {
    ...decided({ broken, reason }),
    approval: approval && { ...approval, breakGlass: broken },
  });
  return requireSaved(await tx.decisions.save(next, eventsOf({ broken, reason })));
}

/** The new decision covers exactly the plan that was seen, as an approval does. */
async function executeAsNew(
  ports: DecidePorts,
  tx: Repositories,
  decision: Decision,
  { broken, reason }: Broken,
): Promise<Decision> {
  const { version: _, finishedAt: __, rejectedUntil: ___, approval, ...plan } = decision;
  const { at, by } = broken;
  const successor = newDecision(ports, {
    ...plan,
    ...decided({ broken, reason }),
    id: ports.ids.next('dec'),
    state: 'Approved',
    proposedAt: at,
    verdict: { kind: 'NeedsApproval', approvals: 1 },
    approval: approval && { ...approval, ask: legacyAsk, requestedAt: at, breakGlass: broken },
  });
  await close(ports, tx, decision, { broken, successor });
  const detail = `the plan of ${decision.id}`;
  const proposed: DecisionEvent = { at, kind: 'Proposed', actor: by.name, data: { detail } };
  await tx.decisions.insert(successor, [proposed, ...eventsOf({ broken, reason })]);
  return successor;
}

/** A denied decision is closed already; it notes that it was executed, so that it is so once. */
async function close(
  ports: DecidePorts,
  tx: Repositories,
  decision: Decision,
  { broken, successor }: { readonly broken: BreakGlass; readonly successor: Decision },
): Promise<void> {
  const { approval } = decision;
  const detail = `${broken.by.name} executes it by break-glass`;
  if (broken.overrides === 'Observe') {
    await supersede(ports, tx, decision, { detail, successor: successor.id });
    return;
  }
  if (approval !== null) {
    await tx.decisions.setApproval(decision, { ...approval, breakGlass: broken });
  }
  const data = { detail: `${detail} as ${successor.id}` };
  const { at, by } = broken;
  await tx.decisions.addEvents(decision.id, [{ at, kind: 'Commented', actor: by.name, data }]);
  await publishDecision(tx, decision);
}

const decided = ({
  broken: { at, by },
  reason,
}: Broken): {
  readonly decidedAt: Instant;
  readonly decidedBy: string;
  readonly comment: string;
} => ({ decidedAt: at, decidedBy: by.name, comment: reason });
