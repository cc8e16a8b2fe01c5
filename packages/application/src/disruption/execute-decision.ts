import { type ClusterId, type DecisionId, isAppError, taintKeys } from '@kerf/core';
import { type CandidateRepair, type Command, type CommandValidation, isReboot } from '@kerf/engine';
import { changeSinceSeen } from '../approvals/api.js';
import { connectionOf } from '../clusters/api.js';
import { type Pause, pauseText } from '../domain/brake/pause.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import {
  type Decision,
  type DisruptBody,
  type ExecutionStep,
  kerfActor,
} from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { decisionsBefore, withOpenCommands } from '../domain/decision/open-commands.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { terminateFirstText } from '../domain/text/terminate-first-text.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { terminatesFirst } from '../recording/events.js';
import { publishDecision } from '../recording/publish-decision.js';
import { requireTerminations } from '../recording/request-termination.js';
import { requestSync } from '../recording/save-claim.js';
import { type SupersedeReason, supersede } from '../recording/supersede.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';
import { pausesInForce, stopsCommand } from '../snapshot/pauses-in-force.js';
import { candidatesOf } from './candidates-of.js';
import { executeDeprovision } from './execute-deprovision.js';
import { executeExpiration } from './execute-expiration.js';
import { isStillApproved } from './is-still-approved.js';
import { planDisruptionSoon } from './plan-disruption-soon.js';
import { recordDelay } from './record-delay.js';
import {
  awaitReplacements,
  claimsOf,
  nextStep,
  replacementClaimsOf,
  requestReplacements,
  rollBack,
  rollBackIfFailed,
} from './replacements.js';
import { closeWhenGone } from './settle-disruption.js';
import { startReboot } from './start-reboot.js';
import { withCommand } from './validate-decision.js';
import { waitForWindow } from './wait-for-window.js';

type ExecutePorts = SnapshotPorts & Pick<Ports, 'ids' | 'engine' | 'gateway' | 'events' | 'meter'>;

/** Delay before the cluster cache is checked again for a taint. */
const taintPollMs = 250;

/**
 * Executes an approved disruption. It is validated once more, on nodes that are tainted so that no
 * new pods are scheduled to them. If it is no longer valid, the taints are removed and the decision
 * is superseded, because an approval covers only the command that was shown. Then the replacements
 * are launched, and after they are initialized the NodeClaims are terminated. A reboot needs neither
 * this taint nor replacements: it is handed to its NodeClaim.
 */
export async function executeDecision(
  ports: ExecutePorts,
  input: { readonly clusterId: ClusterId; readonly decisionId: DecisionId },
): Promise<JobOutcome> {
  try {
    return await execute(ports, input);
  } catch (error) {
    if (isAppError(error)) await recordDelay(ports, input.decisionId, error);
    throw error;
  }
}

async function execute(
  ports: ExecutePorts,
  input: { readonly clusterId: ClusterId; readonly decisionId: DecisionId },
): Promise<JobOutcome> {
  const decision = await ports.store.decisions.find(input.decisionId);
  if (decision === null || decision.body.type === 'Provision') return done;
  if (decision.state === 'Approved') {
    const outcome = await notToStart(ports, decision);
    if (outcome !== null) return outcome;
  }
  if (decision.body.type === 'Remove') {
    if (decision.state !== 'Approved') return done;
    return decision.body.reason === 'Expired'
      ? executeExpiration(ports, decision)
      : executeDeprovision(ports, decision, decision.body);
  }
  if (decision.state === 'Approved') return taintAndStart(ports, decision, decision.body);
  if (decision.state !== 'Executing') return done;
  const pause = await pauseOfDrainToBegin(ports, decision, decision.body);
  if (pause !== null) return rollBack(ports, decision, decision.body, pauseText(pause));
  switch (decision.executionStep) {
    case 'Tainted':
      return decision.body.command.replacements.length === 0
        ? markForDeletion(ports, decision, decision.body)
        : requestReplacements(ports, decision, decision.body);
    case 'ReplacementsRequested':
      return awaitReplacements(ports, decision, decision.body);
    case 'ReplacementsInitialized':
      return drainOrRollBack(ports, decision, decision.body);
    default:
      return done;
  }
}

/** Returns what to do with an approved decision that must not start now; `null` if it may. */
const notToStart = async (ports: ExecutePorts, decision: Decision): Promise<JobOutcome | null> =>
  (await isStillApproved(ports, decision)) ? waitForWindow(ports, decision) : done;

/** From these steps on, nodes are being drained. */
const drainingSteps: readonly ExecutionStep[] = [
  'RebootRequested',
  'MarkedForDeletion',
  'Terminated',
];

/**
 * Returns the pause that stops a command whose nodes are not being drained yet; `null` if there is
 * none. A drain that has begun is completed: half-drained nodes would serve nobody.
 */
async function pauseOfDrainToBegin(
  { store, clock }: Pick<ExecutePorts, 'store' | 'clock'>,
  { clusterId, nodePools, executionStep }: Decision,
  { command }: DisruptBody,
): Promise<Pause | null> {
  if (drainingSteps.includes(executionStep)) return null;
  const pauses = await pausesInForce(store, clusterId, clock.now());
  return pauses.stopping(nodePools, stopsCommand(command.reason));
}

async function taintAndStart(
  ports: ExecutePorts,
  decision: Decision,
  body: DisruptBody,
): Promise<JobOutcome> {
  const loaded = await loadSnapshot(ports, decision.clusterId, decision.id);
  const nodeNames = body.command.candidates.map((candidate) => candidate.nodeName);
  if (!mayExecuteIn(loaded.cluster, decision)) {
    await ports.store.transaction((tx) =>
      supersede(ports, tx, decision, { detail: 'the mode of the cluster is now observe' }),
    );
    return done;
  }
  const validation = await ports.engine.validateCommand(
    withOpenCommands(asIfUntainted(loaded, nodeNames), decisionsBefore(loaded.decisions, decision)),
    body.command,
  );
  const outdated = whyOutdated(ports, decision, loaded, validation);
  if (outdated !== null || validation.kind === 'Invalid') {
    await untaint(ports, loaded, nodeNames);
    await ports.store.transaction(async (tx) => {
      await supersede(ports, tx, decision, {
        detail: pauseDetail(loaded, decision, body) ?? 'the cluster has changed',
        ...outdated,
      });
      await planDisruptionSoon(ports, tx, decision.clusterId);
    });
    return done;
  }
  if (isReboot(validation.command)) {
    await startReboot(ports, { decision, command: validation.command }, loaded);
    return done;
  }
  const kept = validation.command.candidates.map((candidate) => candidate.nodeName);
  const untainted = kept.filter((name) => !isTainted(loaded, name));
  if (untainted.length > 0) {
    // One command: it begins once all of its nodes are tainted.
    for (const name of untainted) {
      await ports.gateway.addTaint(connectionOf(loaded.cluster), name, {
        key: taintKeys.disrupted,
        value: '',
        effect: 'NoSchedule',
      });
    }
    // The cluster cache sees the taint before any later change, so the next validation is final.
    return waitFor(taintPollMs);
  }
  await untaint(
    ports,
    loaded,
    nodeNames.filter((name) => !kept.includes(name)),
  );
  await start(ports, loaded, decision, validation.command);
  return done;
}

/** In mode `observe`, only what a person executes by break-glass against it, if nobody else acts. */
function mayExecuteIn(
  { mode, hold }: Pick<Cluster, 'mode' | 'hold'>,
  { approval }: Decision,
): boolean {
  if (mode !== 'observe') return true;
  return hold === null && approval?.breakGlass?.overrides === 'Observe';
}

async function start(
  ports: ExecutePorts,
  loaded: LoadedSnapshot,
  decision: Decision,
  command: Command,
): Promise<void> {
  const now = ports.clock.now();
  const started = await ports.store.transaction(async (tx) => {
    const saved = await tx.decisions.save(
      moveDecision(withCommand(decision, command), 'Executing', { executionStep: 'Tainted' }),
      [
        { at: now, kind: 'ExecutionStarted', actor: kerfActor, data: {} },
        { at: now, kind: 'StepDone', actor: kerfActor, data: { step: 'Tainted' } },
      ],
    );
    // Someone changed the decision since it was read. Its nodes keep the taint until
    // `releaseStaleTaints` runs, which removes taints that no decision needs.
    if (saved === null) return null;
    await tx.outbox.add([nextStep(decision, now)]);
    // The objects show the condition DisruptionReason.
    await requestSync(ports, tx, claimsOf(saved));
    await publishDecision(tx, saved);
    return saved;
  });
  if (started === null) return;
  ports.meter.record(decision.clusterId, [{ kind: 'CommandStarted', command }]);
  if (command.terminateFirst === undefined) return;
  const text = terminateFirstText(command.terminateFirst, command);
  ports.events.record(
    decision.clusterId,
    candidatesOf(command, loaded).flatMap((about) => terminatesFirst(about, text)),
  );
}

/**
 * Returns why a command must not be executed; `null` if it may. A reduced command may be executed
 * only if no approval is required, because people approve the whole command, with the pods, the
 * PodDisruptionBudgets and the saving that they saw.
 */
function whyOutdated(
  ports: Pick<Ports, 'digest'>,
  decision: Decision,
  loaded: LoadedSnapshot,
  validation: CommandValidation,
): Pick<SupersedeReason, 'dropped' | 'moved'> | null {
  if (validation.kind !== 'Valid') {
    const { kind, dropped } = validation;
    return kind === 'Reduced' && decision.verdict.kind === 'Auto' ? null : { dropped };
  }
  const moved = changeSinceSeen(ports, decision, loaded, validation.command);
  return moved === null ? null : { moved };
}

function pauseDetail(
  { pauses }: LoadedSnapshot,
  { nodePools }: Decision,
  { command }: DisruptBody,
): string | null {
  const pause = pauses.stopping(nodePools, stopsCommand(command.reason));
  return pause === null ? null : pauseText(pause);
}

/** Removes the candidates, unless a replacement was interrupted after it was initialized. */
async function drainOrRollBack(
  ports: ExecutePorts,
  decision: Decision,
  body: DisruptBody,
): Promise<JobOutcome> {
  const claims = await replacementClaimsOf(ports, body);
  const failed = await rollBackIfFailed(ports, decision, body, claims);
  return failed ?? markForDeletion(ports, decision, body);
}

async function markForDeletion(
  ports: ExecutePorts,
  decision: Decision,
  body: DisruptBody,
): Promise<JobOutcome> {
  const now = ports.clock.now();
  const repairs = repairsByClaim(body.command);
  const started = await ports.store.transaction(async (tx) => {
    const claims = await tx.nodeClaims.findAll(decision.nodeClaimIds);
    const leaving = claims.filter(({ state }) => state === 'Initialized');
    // All or none: a node that stayed would keep its taint, and the decision would never close.
    await requireTerminations(
      ports,
      tx,
      leaving.map((claim) => {
        const repair = repairs.get(claim.id);
        return {
          claim,
          reason: body.command.reason,
          ...(repair !== undefined && { drainUntil: now + repair.drainMs }),
        };
      }),
    );
    const saved = await tx.decisions.save({ ...decision, executionStep: 'MarkedForDeletion' }, [
      { at: now, kind: 'StepDone', actor: kerfActor, data: { step: 'MarkedForDeletion' } },
    ]);
    if (saved === null) return [];
    await publishDecision(tx, saved);
    // No later event closes the decision if its NodeClaims ended earlier for another reason.
    await closeWhenGone(ports, tx, saved.id);
    return leaving;
  });
  ports.meter.record(
    decision.clusterId,
    started.flatMap((claim) => {
      const repair = repairs.get(claim.id);
      return repair === undefined
        ? []
        : [{ kind: 'NodeRepaired', claim, condition: repair.condition } as const];
    }),
  );
  return done;
}

/** Returns the repairs of a command by NodeClaim; empty for other commands. */
const repairsByClaim = ({ candidates }: Command): ReadonlyMap<string, CandidateRepair> =>
  new Map(
    candidates.flatMap(({ nodeClaimId, repair }) =>
      repair === undefined ? [] : [[nodeClaimId, repair] as const],
    ),
  );

function isTainted({ view }: LoadedSnapshot, nodeName: string): boolean {
  const node = view.nodes.find(({ name }) => name === nodeName);
  return node === undefined || node.taints.some(({ key }) => key === taintKeys.disrupted);
}

/**
 * Removes Kerf's disruption taint from the nodes of a decision, so that pods may be scheduled to
 * them again.
 */
export async function untaint(
  ports: Pick<Ports, 'gateway'>,
  loaded: Pick<LoadedSnapshot, 'cluster' | 'claims'>,
  nodeNames: readonly string[],
): Promise<void> {
  // If a warning has started its termination meanwhile, the taint belongs to the termination.
  const leaving = new Set(terminatingNodes(loaded.claims));
  const sweep = new Sweep();
  await sweep.each(
    nodeNames.filter((name) => !leaving.has(name)),
    (name) => named('Node', name),
    (name) => ports.gateway.removeTaint(connectionOf(loaded.cluster), name, taintKeys.disrupted),
  );
  sweep.conclude();
}

/** Returns the names of the nodes whose NodeClaims are terminating. */
const terminatingNodes = (claims: LoadedSnapshot['claims']): readonly (string | null)[] =>
  claims.flatMap(({ state, nodeName }) => (state === 'Terminating' ? [nodeName] : []));

/**
 * Returns the snapshot with the candidates as not terminating, because their taint is from this
 * execution. Candidates that are deleted or terminated by another cause stay as they are.
 */
function asIfUntainted(
  { snapshot, view, claims }: LoadedSnapshot,
  nodeNames: readonly string[],
): LoadedSnapshot['snapshot'] {
  const leaving = new Set([
    ...view.nodes.filter((node) => node.deletionRequestedAt !== null).map(({ name }) => name),
    ...terminatingNodes(claims),
  ]);
  return {
    ...snapshot,
    nodes: snapshot.nodes.map((node) =>
      nodeNames.includes(node.name) && !leaving.has(node.name)
        ? { ...node, isTerminating: false }
        : node,
    ),
  };
}
