import type { DecisionId, NodeClaimId } from '@kerf/core';
import { approvalFor, bufferOf, type Pod, type SchedulingResult } from '@kerf/engine';
import type { Cluster } from '../domain/cluster/cluster.js';
import {
  type Decision,
  type DecisionPod,
  kerfActor,
  type ProvisionBody,
  type ProvisionPlan,
  recordedOptions,
} from '../domain/decision/decision.js';
import { listedCost } from '../domain/decision/listed-cost.js';
import { firstOptions } from '../domain/node-claim/first-options.js';
import type { PlannedClaim } from '../domain/node-claim/node-claim.js';
import { deploymentOf } from '../domain/scheduling/deployment-of.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { executing, newDecision } from '../recording/new-decision.js';
import {
  newNodeClaim,
  type RequestedNodeClaim,
  requestNodeClaims,
} from '../recording/new-node-claim.js';
import { publishDecision } from '../recording/publish-decision.js';
import { supersede } from '../recording/supersede.js';
import { controllerOfExpected } from '../snapshot/expected-pods.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

interface Proposal {
  readonly loaded: LoadedSnapshot;
  readonly result: SchedulingResult;
  /** The batch or the static NodePool that requires the nodes. */
  readonly origin: Pick<ProvisionBody, 'batchId' | 'staticPool'>;
}

/** Returns true for a decision in mode `observe` to launch nodes for pending pods. */
const isObserveOnlyForPods = ({ body, verdict }: Decision): boolean =>
  body.type === 'Provision' && body.staticPool === undefined && verdict.kind === 'ObserveOnly';

/**
 * Records the solver's plan as a decision, with its NodeClaims and their launches. In mode
 * `observe` the decision is only shown, and an unchanged plan keeps its decision.
 * @returns `null` when no node has to be launched
 */
export async function proposeProvision(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest'>,
  tx: Repositories,
  proposal: Proposal,
): Promise<Decision | null> {
  const { cluster, decisions } = proposal.loaded;
  const observeOnly = approvalFor(cluster.mode, 'Provision').kind === 'ObserveOnly';
  const shown = decisions.filter(isObserveOnlyForPods);
  if (observeOnly) {
    const same = shown.find((decision) => proposesTheSame(ports, decision, proposal.result));
    if (same !== undefined) return same;
  }
  for (const decision of shown)
    await supersede(ports, tx, decision, { detail: 'replaced by a newer plan' });
  return proposal.result.newNodeClaims.length === 0 ? null : recordProvision(ports, tx, proposal);
}

/**
 * Records a decision to launch nodes, with their NodeClaims and launches unless the cluster is in
 * mode `observe`.
 */
export function recordProvision(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  { loaded, result, origin }: Proposal,
): Promise<Decision> {
  return recordLaunches(ports, tx, {
    cluster: loaded.cluster,
    digest: loaded.digest,
    origin,
    result,
    pods: podNames(loaded, result),
    claimOf: (planned, decisionId) => newNodeClaim(ports, loaded, planned, decisionId),
  });
}

/** Nodes to launch, for any origin. */
interface Launches<Planned extends PlannedClaim> extends Pick<ProvisionBody, 'pods'> {
  readonly cluster: Cluster;
  /** Digest of the input of the decision. */
  readonly digest: string;
  readonly origin: Pick<ProvisionBody, 'batchId' | 'staticPool' | 'standaloneClaim'>;
  readonly result: ProvisionPlan<Planned>;
  readonly claimOf: (planned: Planned, decisionId: DecisionId) => RequestedNodeClaim;
}

/** Records a decision to launch nodes as {@link recordProvision} does, for any origin. */
export async function recordLaunches<Planned extends PlannedClaim>(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  launches: Launches<Planned>,
): Promise<Decision> {
  const { cluster, result, origin, claimOf } = launches;
  const observeOnly = approvalFor(cluster.mode, 'Provision').kind === 'ObserveOnly';
  const id = ports.ids.next('dec');
  const requested = observeOnly ? [] : result.newNodeClaims.map((planned) => claimOf(planned, id));
  const claimIds = requested.map(({ claim }) => claim.id);
  const decision = toDecision(ports, launches, { id, claimIds });
  const at = decision.proposedAt;
  const detail =
    origin.standaloneClaim === undefined
      ? 'no approval required'
      : `no approval required: requested by the NodeClaim ${origin.standaloneClaim}`;
  await tx.decisions.insert(decision, [
    { at, kind: 'Proposed', actor: kerfActor, data: {} },
    ...(observeOnly
      ? []
      : [{ at, kind: 'ExecutionStarted' as const, actor: kerfActor, data: { detail } }]),
  ]);
  await requestNodeClaims(ports, tx, requested);
  await publishDecision(tx, decision);
  return decision;
}

function toDecision<Planned extends PlannedClaim>(
  ports: Pick<Ports, 'clock'>,
  launches: Launches<Planned>,
  { id, claimIds }: { readonly id: DecisionId; readonly claimIds: readonly NodeClaimId[] },
): Decision {
  const { cluster, digest, result } = launches;
  const verdict = approvalFor(cluster.mode, 'Provision');
  const pools = result.newNodeClaims.flatMap(({ nodePool }) => nodePool ?? []);
  return newDecision(ports, {
    id,
    clusterId: cluster.id,
    kind: 'Provision',
    verdict,
    engineVersion: result.engineVersion,
    snapshotDigest: digest,
    body: provisionBody(launches, claimIds),
    nodePools: [...new Set(pools)].sort(),
    nodeClaimIds: claimIds,
    nodeCount: result.newNodeClaims.length,
    podCount: result.newNodeClaims
      .flatMap(({ podUids }) => podUids)
      .filter((uid) => bufferOf({ uid }) === null).length,
    costChangeMicroUsdPerHour: listedCost(result.newNodeClaims),
    ...(verdict.kind === 'ObserveOnly' ? {} : executing(ports)),
  });
}

function provisionBody<Planned extends PlannedClaim>(
  { origin, result, pods }: Launches<Planned>,
  claimIds: readonly NodeClaimId[],
): ProvisionBody {
  return {
    type: 'Provision',
    ...origin,
    result: {
      ...result,
      newNodeClaims: result.newNodeClaims.map((claim) => ({
        ...claim,
        ...firstOptions(claim, recordedOptions),
      })),
    },
    optionCounts: Object.fromEntries(
      result.newNodeClaims.map((claim) => [claim.id, claim.instanceTypes.length]),
    ),
    pods,
    claims: Object.fromEntries(
      result.newNodeClaims.flatMap((planned, index) => {
        const id = claimIds[index];
        return id === undefined ? [] : [[planned.id, id]];
      }),
    ),
  };
}

function podNames(
  loaded: LoadedSnapshot,
  result: SchedulingResult,
): Readonly<Record<string, DecisionPod>> {
  const decided = new Set([
    ...[...result.newNodeClaims, ...result.existingNodes].flatMap(({ podUids }) => podUids),
    ...result.unschedulable.map(({ podUid }) => podUid),
  ]);
  const { pendingPods, nodes } = loaded.view;
  const units = loaded.snapshot.pods.flatMap((pod) => {
    const owner = ownerOfVirtual(pod);
    return owner === null ? [] : [{ pod, ...owner }];
  });
  const running = nodes.flatMap(({ pods }) =>
    pods.map((pod) => ({ pod, ownerKind: pod.ownerKind, ownerName: pod.ownerName })),
  );
  return Object.fromEntries(
    [...pendingPods, ...running, ...units].flatMap(({ pod, ownerKind, ownerName }) =>
      decided.has(pod.uid)
        ? [
            [
              pod.uid,
              {
                namespace: pod.spec.namespace,
                name: pod.name,
                owner: ownerKind === 'None' ? '' : `${ownerKind}/${ownerName}`,
                ...workloadOf(deploymentOf(pod.spec.labels, ownerKind, ownerName)),
              },
            ],
          ]
        : [],
    ),
  );
}

const workloadOf = (deployment: string | null): Pick<DecisionPod, 'workload'> =>
  deployment === null ? {} : { workload: `Deployment/${deployment}` };

/** Returns the owner of a pod that does not exist; `null` for a real pod. */
function ownerOfVirtual({
  uid,
}: Pod): { readonly ownerKind: string; readonly ownerName: string } | null {
  const controller = controllerOfExpected(uid);
  const owner = controller ?? bufferOf({ uid });
  if (owner === null) return null;
  return {
    ownerKind: controller === null ? 'CapacityBuffer' : owner.slice(0, owner.indexOf('/')),
    ownerName: owner.slice(owner.lastIndexOf('/') + 1),
  };
}

function proposesTheSame(
  ports: Pick<Ports, 'digest'>,
  decision: Decision,
  result: SchedulingResult,
): boolean {
  if (decision.body.type !== 'Provision') return false;
  const essence = (plan: ProvisionPlan): string =>
    ports.digest.of(
      plan.newNodeClaims.map(({ nodePool, podUids, expected }) => [nodePool, podUids, expected]),
    );
  return essence(decision.body.result) === essence(result);
}
