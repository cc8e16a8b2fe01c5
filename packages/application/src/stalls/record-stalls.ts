import type { ClusterId, Instant } from '@kerf/core';
import type { Decision } from '../domain/decision/decision.js';
import type { Finding } from '../domain/finding/finding.js';
import { named, Sweep, type SweptObject } from '../domain/operation/sweep.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { decisionStallOf, isKerfsTurn } from './decision-stall.js';
import { launchStallOf } from './launch-stall.js';
import { isStalled, type Stall } from './stall.js';
import { terminationStallOf } from './termination-stall.js';

type StallPorts = Pick<Ports, 'store' | 'clock' | 'cache'>;

interface Context {
  readonly clusterId: ClusterId;
  readonly view: ClusterView;
  readonly nodeOf: ReturnType<typeof nodeFinder>;
  readonly at: Instant;
  readonly sweep: Sweep;
}

type NewFinding = Omit<Finding, 'clusterId' | 'code'>;

/**
 * Records a finding for each termination, launch and decision without progress, and clears those of
 * the others. Call it every minute. Does nothing while the state of the cluster is unknown.
 */
export async function recordStalls(ports: StallPorts, clusterId: ClusterId): Promise<void> {
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  const nodeOf = nodeFinder(view.nodes);
  const sweep = new Sweep();
  const context = { clusterId, view, nodeOf, at: ports.clock.now(), sweep };
  for (const [code, find] of [
    ['TERMINATION_STALLED', stalledTerminations],
    ['LAUNCH_STALLED', stalledLaunches],
    ['DECISION_STALLED', stalledDecisions],
  ] as const) {
    await replaceFindings(ports, { clusterId, code }, await find(ports, context));
  }
  sweep.conclude();
}

async function stalledTerminations(
  { store }: StallPorts,
  { clusterId, view, nodeOf, at }: Context,
): Promise<readonly NewFinding[]> {
  const claims = await store.nodeClaims.inStates(clusterId, ['Terminating']);
  const budgets = view.podDisruptionBudgets;
  return claims.flatMap((claim) => {
    const { termination, name } = claim;
    if (termination === null) return [];
    const seen = { node: nodeOf(claim), budgets, now: at };
    return toFindings(terminationStallOf({ ...claim, termination }, seen), `NodeClaim/${name}`, at);
  });
}

async function stalledLaunches(
  { store }: StallPorts,
  { clusterId, nodeOf, at }: Context,
): Promise<readonly NewFinding[]> {
  const claims = await store.nodeClaims.inStates(clusterId, ['Launched', 'Registered']);
  return claims.flatMap((claim) =>
    toFindings(
      launchStallOf(claim, { node: nodeOf(claim), now: at }),
      `NodeClaim/${claim.name}`,
      at,
    ),
  );
}

async function stalledDecisions(
  ports: StallPorts,
  context: Context,
): Promise<readonly NewFinding[]> {
  const { clusterId, at, sweep } = context;
  const open = await ports.store.decisions.open(clusterId);
  const waiting = open.filter(
    (decision) => isKerfsTurn(decision, at) && isStalled({ since: decision.proposedAt }, at),
  );
  if (waiting.length === 0) return [];
  const failures = await ports.store.operationFailures.list(clusterId);
  const findings: NewFinding[] = [];
  await sweep.each(waiting, objectOf, async (decision) => {
    const { id } = decision;
    const stall = decisionStallOf(decision, {
      events: await ports.store.decisions.events(id),
      replacements: await replacementsOf(ports, decision),
      nodeOf: context.nodeOf,
      failure:
        failures.find(({ object }) => object.kind === 'Decision' && object.id === id) ?? null,
      now: at,
    });
    findings.push(...toFindings(stall, `Decision/${id}`, at));
  });
  return findings;
}

const objectOf = ({ id }: Decision): SweptObject => named('Decision', id);

async function replacementsOf({ store }: StallPorts, { body }: Decision) {
  if (body.type !== 'Disrupt') return [];
  const ids = Object.values(body.replacementClaims ?? {});
  const found = await Promise.all(ids.map((id) => store.nodeClaims.find(id)));
  return found.filter((claim) => claim !== null);
}

const toFindings = (stall: Stall | null, object: string, at: Instant): readonly NewFinding[] =>
  stall === null ? [] : [{ ...stall, object, at }];
