import { type DurationMs, type Instant, taintKeys } from '@kerf/core';
import { connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import { type Decision, type DisruptBody, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { OutboxEntry } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import { replacementAwaited, replacementLaunching } from '../recording/events.js';
import { newNodeClaim, requestNodeClaims } from '../recording/new-node-claim.js';
import { publishDecision } from '../recording/publish-decision.js';
import { requestSync } from '../recording/save-claim.js';
import { nominationMs } from '../snapshot/load-snapshot.js';

type ReplacePorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'gateway' | 'memory' | 'events' | 'meter'
>;

const pollMs: DurationMs = 1_000;
/** The shortest deadline in Karpenter's queue. Source: karpenter disruption/queue.go. */
const maxWaitMs: DurationMs = 10 * 60_000;

/** The longest wait between attempts to repair a node. Source: karpenter disruption/repair.go @v1.15.0. */
const repairBackOffMs: DurationMs = 10 * 60_000;

/** Returns the job that runs the next step of an execution. */
export function nextStep({ clusterId, id }: Decision, deliverAt: Instant): OutboxEntry {
  return { message: { type: 'disruption.execute', clusterId, decisionId: id }, deliverAt };
}

/** Returns the NodeClaims that a decision disrupts. */
export function claimsOf({
  clusterId,
  nodeClaimIds,
}: Decision): readonly Pick<NodeClaim, 'clusterId' | 'id'>[] {
  return nodeClaimIds.map((id) => ({ clusterId, id }));
}

/** Requests the nodes that replace the candidates. */
export async function requestReplacements(
  ports: ReplacePorts,
  decision: Decision,
  body: DisruptBody,
): Promise<JobOutcome> {
  const { clusterId } = decision;
  const now = ports.clock.now();
  const launching = await ports.store.transaction(async (tx) => {
    const loaded = {
      cluster: requireKnown(await requireCluster(tx, clusterId)),
      nodePools: await tx.definitions.nodePools(clusterId),
      nodeClasses: await tx.definitions.nodeClasses(clusterId),
    };
    const planned = body.command.replacements;
    const requested = planned.map((plan) => newNodeClaim(ports, loaded, plan, decision.id));
    const saved = await tx.decisions.save(
      {
        ...decision,
        executionStep: 'ReplacementsRequested',
        body: {
          ...body,
          replacementClaims: Object.fromEntries(
            planned.flatMap(({ id }, index) => {
              const claim = requested[index]?.claim;
              return claim === undefined ? [] : [[id, claim.id]];
            }),
          ),
        },
      },
      [{ at: now, kind: 'StepDone', actor: kerfActor, data: { step: 'ReplacementsRequested' } }],
    );
    if (saved === null) return [];
    await requestNodeClaims(ports, tx, requested);
    await tx.outbox.add([nextStep(decision, now)]);
    await publishDecision(tx, saved);
    return requested.map(({ claim }) => claim);
  });
  ports.events.record(
    clusterId,
    launching.map((claim) => replacementLaunching(claim, body.command.reason)),
  );
  return done;
}

/**
 * Waits until the replacements are initialized. When one of them fails or takes too long, the
 * candidates stay: their taints are removed and the decision fails. Replacements that were launched
 * until then stay as empty nodes.
 */
export async function awaitReplacements(
  ports: ReplacePorts,
  decision: Decision,
  body: DisruptBody,
): Promise<JobOutcome> {
  const claims = await replacementClaimsOf(ports, body);
  const failed = await rollBackIfFailed(ports, decision, body, claims);
  if (failed !== null) return failed;
  const now = ports.clock.now();
  const { clusterId } = decision;
  const awaited = claims.filter((claim) => claim !== null && claim.state !== 'Initialized');
  if (awaited.length > 0) {
    ports.events.record(
      clusterId,
      awaited.flatMap((claim) => (claim === null ? [] : [replacementAwaited(claim)])),
    );
    return waitFor(pollMs);
  }
  await ports.store.transaction(async (tx) => {
    const saved = await tx.decisions.save(
      { ...decision, executionStep: 'ReplacementsInitialized' },
      [{ at: now, kind: 'StepDone', actor: kerfActor, data: { step: 'ReplacementsInitialized' } }],
    );
    if (saved === null) return;
    await tx.outbox.add([nextStep(decision, now)]);
    await publishDecision(tx, saved);
  });
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  ports.memory.nominations.nominate(
    clusterId,
    claims.flatMap((claim) => claim?.nodeName ?? []),
    now + nominationMs(cluster),
  );
  return done;
}

/** Returns the NodeClaims that replace the candidates; `null` for one that does not exist any more. */
export const replacementClaimsOf = (
  { store }: Pick<ReplacePorts, 'store'>,
  { replacementClaims = {} }: DisruptBody,
): Promise<readonly (NodeClaim | null)[]> =>
  Promise.all(Object.values(replacementClaims).map((id) => store.nodeClaims.find(id)));

/**
 * Ends the execution if a replacement has failed, is late, or is being removed again: by a warning, for
 * example, after it was initialized.
 * @param claims of the replacements
 * @returns `null` if none has
 */
export async function rollBackIfFailed(
  ports: ReplacePorts,
  decision: Decision,
  body: DisruptBody,
  claims: readonly (NodeClaim | null)[],
): Promise<JobOutcome | null> {
  const now = ports.clock.now();
  const problem = claims.map((claim) => problemOf(claim, now)).find((text) => text !== null);
  if (problem === undefined) return null;
  const outcome = await rollBack(ports, decision, body, problem);
  const replacements = claims.filter((claim) => claim?.state !== 'Initialized').length;
  const { command } = body;
  ports.meter.record(decision.clusterId, [{ kind: 'CommandFailed', command, replacements }]);
  return outcome;
}

const comesToBe: readonly NodeClaim['state'][] = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
];

/** Returns why a replacement has failed or is late; `null` if neither is true. */
function problemOf(claim: NodeClaim | null, now: Instant): string | null {
  if (claim === null) return 'the replacement was removed';
  if (!comesToBe.includes(claim.state)) {
    return `the replacement ${claim.name} failed: ${claim.failure?.detail ?? claim.state}`;
  }
  const isLate = claim.state !== 'Initialized' && now - claim.requestedAt > maxWaitMs;
  return isLate
    ? `the replacement ${claim.name} was not ready within ${maxWaitMs / 60_000} minutes`
    : null;
}

/**
 * Ends an execution before anything is drained: the taints of its nodes are removed, and the decision
 * fails. A node whose taint the cluster does not let go keeps no other node tainted.
 */
export async function rollBack(
  ports: ReplacePorts,
  decision: Decision,
  body: DisruptBody,
  detail: string,
): Promise<JobOutcome> {
  const { clusterId } = decision;
  const connection = connectionOf(requireKnown(await requireCluster(ports.store, clusterId)));
  // 1. The nodes first: after a crash before step 2 the job repeats this step.
  const sweep = new Sweep();
  await sweep.each(
    body.command.candidates,
    ({ nodeName }) => named('Node', nodeName),
    async ({ nodeName, nodeClaimId }) => {
      const claim = await ports.store.nodeClaims.find(nodeClaimId);
      // A candidate with another cause of termination, e.g. a warning, keeps its taint.
      if (claim?.state !== 'Initialized') return;
      await ports.gateway.removeTaint(connection, nodeName, taintKeys.disrupted);
    },
  );
  // The record says that nothing of the command is left, so it waits for all of them.
  sweep.conclude();
  // 2. The record
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const saved = await tx.decisions.save(
      moveDecision(decision, 'Failed', { finishedAt: now, ...backOffOf(body, now) }),
      [{ at: now, kind: 'Failed', actor: kerfActor, data: { detail } }],
    );
    if (saved === null) return;
    await requestSync(ports, tx, claimsOf(saved));
    await publishDecision(tx, saved);
  });
  return done;
}

/** A failed repair waits before it is tried again: others would never come before it otherwise. */
const backOffOf = (
  { command }: DisruptBody,
  now: Instant,
): Partial<Pick<Decision, 'rejectedUntil'>> =>
  command.reason === 'Unhealthy' ? { rejectedUntil: now + repairBackOffMs } : {};
