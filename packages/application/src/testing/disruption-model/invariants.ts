import type { NodeClaimId } from '@kerf/core';
import { isEvictable } from '@kerf/engine';
import { nextStepOfClaim, nextStepOfDecision } from '../../clusters/next-steps.js';
import { isOnlyPodWaiting } from '../../domain/approval/approval-facts.js';
import {
  type Decision,
  type DisruptBody,
  openDecisionStates,
} from '../../domain/decision/decision.js';
import { isInstanceEnding, type NodeClaim } from '../../domain/node-claim/node-claim.js';
import type { CachedNode } from '../../ports/cluster-cache.js';
import type { OutboxMessage } from '../../ports/outbox-message.js';
import type { ClusterSetup } from '../set-up-cluster.js';
import type { ModelPools } from './model-pools.js';

/** The initialized nodes of a NodePool. */
interface PoolNodes {
  readonly nodes: number;
  readonly removed: ReadonlySet<NodeClaimId>;
}

const noNodes: PoolNodes = { nodes: 0, removed: new Set() };

type Disruption = Decision & { readonly body: DisruptBody };

const isDisruption = (decision: Decision): decision is Disruption =>
  decision.body.type === 'Disrupt';

/** Checks after each step what must always be true of disruption. */
export class Invariants {
  readonly #setup: ClusterSetup;
  readonly #pools: ModelPools;
  /** Nodes by NodePool at the last check, and those of them that were being removed. */
  #before: ReadonlyMap<string, PoolNodes> = new Map();
  /** Steps of executing decisions after the last check, by id. */
  #steps = new Map<string, string>();

  constructor(setup: ClusterSetup, pools: ModelPools) {
    this.#setup = setup;
    this.#pools = pools;
  }

  /** @returns the violations, as sentences */
  check(messages: readonly OutboxMessage[]): readonly string[] {
    const { decisions: table, nodeClaims } = this.#setup.store.tables;
    const decisions = table.all().filter(isDisruption);
    const claims = new Map(nodeClaims.all().map((claim) => [claim.id, claim]));
    const steps = new Map(
      decisions
        .filter(({ state }) => state === 'Executing')
        .map(({ id, executionStep }) => [id, executionStep] as const),
    );
    const nodesByPool = this.#nodesByPool(decisions, [...claims.values()]);
    const reached = (decision: Disruption, step: string): boolean =>
      steps.get(decision.id) === step && this.#steps.get(decision.id) !== step;
    const problems = [
      ...this.#sharedNodes(decisions),
      ...decisions
        .filter((decision) => steps.has(decision.id) && !this.#steps.has(decision.id))
        .flatMap((decision) => this.#exceededBudgets(decision, nodesByPool)),
      ...decisions
        .filter((decision) => reached(decision, 'Tainted'))
        .flatMap((decision) => this.#startProblems(decision, claims)),
      ...decisions
        .filter((decision) => reached(decision, 'MarkedForDeletion'))
        .flatMap((decision) => replacementProblems(decision, claims)),
      ...this.#workWithoutJob(table.all(), [...claims.values()], messages),
    ];
    this.#steps = steps;
    this.#before = nodesByPool;
    return problems;
  }

  #sharedNodes(decisions: readonly Disruption[]): readonly string[] {
    const held = decisions
      .filter(
        ({ state, verdict }) =>
          verdict.kind !== 'ObserveOnly' && openDecisionStates.some((open) => open === state),
      )
      .flatMap(({ id, nodeClaimIds }) => nodeClaimIds.map((claim) => ({ id, claim })));
    return [...Map.groupBy(held, ({ claim }) => claim)]
      .filter(([, holders]) => holders.length > 1)
      .map(([claim, holders]) => `${claim} is in ${holders.map(({ id }) => id).join(' and ')}`);
  }

  /** Nodes of commands count from the start of the execution, others from their termination. */
  #nodesByPool(
    decisions: readonly Disruption[],
    claims: readonly NodeClaim[],
  ): ReadonlyMap<string, PoolNodes> {
    const disrupted = new Set(
      decisions
        .filter(({ state }) => state === 'Executing')
        .flatMap(({ nodeClaimIds }) => nodeClaimIds),
    );
    // A node whose instance is being terminated is drained, and counts no more.
    const existing = claims.filter(
      (claim) =>
        claim.initializedAt !== null &&
        !isInstanceEnding(claim) &&
        this.#setup.cluster.nodes.has(claim.nodeName ?? ''),
    );
    return new Map(
      [...Map.groupBy(existing, ({ nodePool }) => nodePool ?? '')].map(([pool, nodes]) => [
        pool,
        {
          nodes: nodes.length,
          removed: new Set(
            nodes
              .filter(({ id, state }) => disrupted.has(id) || state === 'Terminating')
              .map(({ id }) => id),
          ),
        },
      ]),
    );
  }

  /**
   * Returns the violations. A decision on nodes that were not yet removed at the last check may be
   * newer than the start.
   */
  #exceededBudgets(
    { id, nodePools, nodeClaimIds, body: { command } }: Disruption,
    nodesByPool: ReadonlyMap<string, PoolNodes>,
  ): readonly string[] {
    return nodePools.flatMap((pool) => {
      const { nodes, removed } = nodesByPool.get(pool) ?? noNodes;
      const before = this.#before.get(pool) ?? noNodes;
      const leaving = [...removed].filter(
        (claim) => before.removed.has(claim) || nodeClaimIds.includes(claim),
      );
      const most = this.#pools.mostDisrupted(pool, {
        reason: command.reason,
        nodes: Math.max(nodes, before.nodes),
        at: this.#setup.clock.now(),
      });
      return leaving.length > most
        ? [`${id} starts with ${leaving.length} of ${most} nodes of ${pool}: ${leaving.join()}`]
        : [];
    });
  }

  /** When an execution starts, nothing protects its pods, and each has a place or may wait for one. */
  #startProblems(
    { id, verdict, approval, body: { command } }: Disruption,
    claims: ReadonlyMap<NodeClaimId, NodeClaim>,
  ): readonly string[] {
    const { nodes, podDisruptionBudgets } = this.#setup.cluster.view();
    const now = this.#setup.clock.now();
    const names = new Set(command.candidates.map(({ nodeName }) => nodeName));
    const pods = nodes.filter(({ name }) => names.has(name)).flatMap((node) => node.pods);
    // With an end of the drain, nothing protects the pods of drifted and unhealthy nodes.
    const isEventual =
      command.reason === 'Unhealthy' ||
      (command.reason === 'Drifted' &&
        command.candidates.every(
          ({ nodeClaimId }) => claims.get(nodeClaimId)?.terms.terminationGracePeriod !== null,
        ));
    const held = isEventual ? [] : pods;
    // The nodes of static NodePools are replaced one by one, whatever their pods need.
    const moved = ['StaticDrift', 'StaticRepair'].includes(command.method) ? [] : pods;
    const destinations = new Map(command.moves.map(({ podUid, to }) => [podUid, to]));
    const isBlocked = (app: string | undefined): boolean =>
      podDisruptionBudgets.some(
        ({ selector, disruptionsAllowed }) =>
          disruptionsAllowed === 0 && selector?.matchLabels['app'] === app,
      );
    return [
      ...held
        .filter((pod) => isEvictable(pod, now) && isBlocked(pod.spec.labels['app']))
        .map((pod) => `${id} starts although a PodDisruptionBudget protects ${pod.name}`),
      ...held
        .filter(({ doNotDisrupt }) => doNotDisrupt === 'true')
        .map((pod) => `${id} starts although ${pod.name} has do-not-disrupt`),
      ...moved
        .filter(({ uid }) => !destinations.has(uid))
        .map((pod) => `${id} starts without a place for ${pod.name}`),
      ...waitProblems(id, command),
      ...(verdict.kind === 'Auto' && approval?.facts.pods.some(isOnlyPodWaiting)
        ? [`${id} stops a workload that nobody agreed to stop`]
        : []),
      ...[...Map.groupBy(pods, ({ uid }) => destinations.get(uid))].flatMap(([to, arriving]) =>
        to === undefined || to === null || command.replacements.some(({ id: one }) => one === to)
          ? []
          : destinationProblems(
              id,
              nodes.find(({ name }) => name === to),
              arriving,
            ),
      ),
    ];
  }

  #workWithoutJob(
    decisions: readonly Decision[],
    claims: readonly NodeClaim[],
    messages: readonly OutboxMessage[],
  ): readonly string[] {
    const held = new Set(messages.flatMap(keysOf));
    const missing = [
      ...decisions
        .filter(({ verdict }) => verdict.kind !== 'ObserveOnly')
        .flatMap((decision) => nextStepOfDecision(decision) ?? []),
      ...claims
        // Events of the node request the next step of the others.
        .filter(({ state }) => state !== 'Launched' && state !== 'Registered')
        .flatMap((claim) => nextStepOfClaim(claim) ?? []),
    ]
      .flatMap(keysOf)
      .filter((key) => !held.has(key));
    return missing.map((key) => `there is no job for ${key}`);
  }
}

function keysOf(message: OutboxMessage): readonly string[] {
  return message.type === 'node-claim.launch'
    ? message.nodeClaimIds.map((id) => `${message.type} ${id}`)
    : [JSON.stringify(message)];
}

/** Pods wait only where no replacement can be launched first, and then none is. */
function waitProblems(
  decision: string,
  { moves, terminateFirst, replacements }: DisruptBody['command'],
): readonly string[] {
  const waiting = moves.filter(({ to }) => to === null).map(({ pod }) => pod);
  if (terminateFirst === undefined) {
    return waiting.map((pod) => `${decision} lets ${pod} wait without a cause`);
  }
  return replacements.length === 0 ? [] : [`${decision} launches a replacement without a place`];
}

function destinationProblems(
  decision: string,
  node: CachedNode | undefined,
  arriving: CachedNode['pods'],
): readonly string[] {
  if (node === undefined) return [`${decision} moves pods to a node that does not exist`];
  const all = [...node.pods, ...arriving];
  const short = Object.keys(node.allocatable).filter((resource) => {
    const total = all.reduce((sum, { spec }) => sum + (spec.requests[resource] ?? 0), 0);
    return total > (node.allocatable[resource] ?? 0);
  });
  return [
    ...(node.taints.length > 0 ? [`${decision} moves pods to ${node.name}, which is tainted`] : []),
    ...short.map((resource) => `${decision} moves more ${resource} to ${node.name} than it has`),
  ];
}

/** Before nodes are removed, their replacements are ready, and cheaper if that is the reason. */
function replacementProblems(
  { id, kind, body: { command, replacementClaims = {} } }: Disruption,
  claims: ReadonlyMap<NodeClaimId, NodeClaim>,
): readonly string[] {
  const replacements = Object.values(replacementClaims).map((claim) => claims.get(claim));
  const price = command.candidates.reduce((sum, one) => sum + (one.priceMicroUsdPerHour ?? 0), 0);
  const added = replacements.reduce(
    (sum, claim) => sum + (claim?.instance?.priceMicroUsdPerHour ?? 0),
    0,
  );
  return [
    ...(replacements.length < command.replacements.length
      ? [`${id} removes nodes without its replacements`]
      : []),
    ...replacements
      .filter((claim) => claim?.state !== 'Initialized')
      .map((claim) => `${id} removes nodes while ${claim?.id ?? 'a replacement'} is not ready`),
    ...(kind === 'Consolidate' && added >= price
      ? [`${id} replaces nodes at ${price} by nodes at ${added}`]
      : []),
  ];
}
