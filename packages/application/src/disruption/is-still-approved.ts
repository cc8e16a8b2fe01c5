import {
  approvalsNow,
  readPolicy,
  useOfStanding,
  whyBreakGlassInvalid,
  withdrawInvalid,
} from '../approvals/api.js';
import { editorsOf } from '../domain/approval/decision-approval.js';
import type { Decision } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { supersede } from '../recording/supersede.js';
import { planDisruptionSoon } from './plan-disruption-soon.js';

/**
 * Returns true if the approvals of an approved decision still count. If one does not, the decision
 * awaits approval again; what somebody executed by break-glass, or a standing approval has approved,
 * is superseded.
 */
export async function isStillApproved(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  decision: Decision,
): Promise<boolean> {
  const { store, clock } = ports;
  if (decision.approval?.breakGlass !== undefined) return isGlassBroken(ports, decision);
  if (decision.approval?.rule.maker !== undefined) return isStandingInForce(ports, decision);
  if (decision.verdict.kind !== 'NeedsApproval') return true;
  const { invalid } = await approvalsNow(store, decision, clock.now());
  if (invalid.length === 0) return true;
  return store.transaction(async (tx) => {
    await tx.decisions.lock(decision.id);
    const cause = 'noticed before the execution';
    const withdrawal = { at: clock.now(), cause, requestId: null };
    const next = await withdrawInvalid(ports, tx, decision, withdrawal);
    if (next?.state === 'Approved') return true;
    // Its nodes may have Kerf's taint already: the next evaluation removes it.
    await planDisruptionSoon(ports, tx, decision.clusterId);
    return false;
  });
}

async function isGlassBroken(
  ports: Pick<Ports, 'store' | 'clock'>,
  decision: Decision,
): Promise<boolean> {
  const why = await whyBreakGlassInvalid(ports.store, decision);
  if (why === null) return true;
  const by = decision.approval?.breakGlass?.by.name ?? '';
  return superseded(ports, decision, `executed by break-glass by ${by}, ${why}`);
}

/** A standing approval that ended since its use no longer executes a decision. */
async function isStandingInForce(
  ports: Pick<Ports, 'store' | 'clock'>,
  decision: Decision,
): Promise<boolean> {
  const { store, clock } = ports;
  const { clusterId, nodePools, approval } = decision;
  const stored = await readPolicy(store, clock.now());
  const rule = stored.policy?.rules.find(
    ({ name, standing }) =>
      name === approval?.rule.name && standing?.maker?.id === approval.rule.maker?.id,
  );
  const about = { clusterId, nodePools, editorIds: editorsOf(approval?.edit) };
  const use = rule?.standing && useOfStanding(stored, about, rule.standing);
  if (use !== undefined && use.kind !== 'None') return true;
  const why = use === undefined ? 'it was ended' : use.why;
  const name = approval?.rule.name ?? '';
  return superseded(ports, decision, `the standing approval ${name} no longer applies: ${why}`);
}

/** Supersedes a decision that is no longer approved, and plans its nodes again. */
async function superseded(
  ports: Pick<Ports, 'store' | 'clock'>,
  decision: Decision,
  detail: string,
): Promise<false> {
  await ports.store.transaction(async (tx) => {
    await supersede(ports, tx, decision, { detail });
    await planDisruptionSoon(ports, tx, decision.clusterId);
  });
  return false;
}
