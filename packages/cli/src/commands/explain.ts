import {
  type Cluster,
  type Decision,
  dataOf,
  type Incident,
  type KerfClient,
  type Node,
  type PendingPod,
  type Reason,
} from '@kerf/client';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { formatTable, toLines } from '../output/formats.js';
import { counted, notFound } from '../output/sentences.js';
import { dollars, percent, reasonText } from '../output/values.js';
import { resources } from '../resources.js';
import { explainCostCommand } from './explain-cost.js';
import { kindArgument, readNamed } from './object.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';
import { repairLines } from './repair-lines.js';

interface ExplainOptions extends CommonOptions {
  readonly cluster?: string;
}

const kinds = [
  ['pod', resources.pods],
  ['node', resources.nodes],
  ['decision', resources.decisions],
  ['incident', resources.incidents],
] as const;

/** `kerf explain`: why a pod is pending, why a node stays, why a decision was made, what an incident is about. */
export function explainCommand(io: Io): Command {
  return apiCommand(
    'explain',
    'Explain why a pod is pending, why a node is not removed, what a decision does, what an incident is about, or why the cost changed',
  )
    .addCommand(explainCostCommand(io))
    .enablePositionalOptions()
    .addArgument(kindArgument(kinds))
    .argument(
      '[name]',
      'namespace/name of a pod, name of a node, or ID of a decision or an incident',
    )
    .option('--cluster <cluster>', 'name or ID of the cluster; all clusters if absent')
    .addOption(outputOption())
    .action(async (word: string, second: string | undefined, options: ExplainOptions) => {
      const { kind, name } = readNamed(kinds, word, second);
      const client = await connect(io, options);
      if (kind === 'pod') {
        const pod = await findPod(client, name, options);
        io.out(format(pod, linesOfPod(pod), options));
      } else if (kind === 'node') {
        const node = await findNode(client, name, options);
        io.out(format(node, linesOfNode(node), options));
      } else if (kind === 'incident') {
        const path = { id: name };
        const incident = await dataOf(client.GET('/api/v1/incidents/{id}', { params: { path } }));
        io.out(format(incident, linesOfIncident(incident), options));
      } else {
        const path = { id: name };
        const decision = await dataOf(client.GET('/api/v1/decisions/{id}', { params: { path } }));
        io.out(format(decision, linesOfDecision(decision), options));
      }
    });
}

function format(value: unknown, lines: readonly string[], { output }: ExplainOptions): string {
  if (output === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  if (output === 'yaml') return stringify(value);
  return lines.map((line) => toLines(line.endsWith('\n') ? line : `${line}\n`)).join('');
}

/** A pending pod with the name and the mode of its cluster. */
type ListedPod = PendingPod & {
  readonly clusterName: string;
  readonly clusterMode: Cluster['effectiveMode'] | null;
};

async function findPod(
  client: KerfClient,
  name: string,
  filters: ExplainOptions,
): Promise<ListedPod> {
  for await (const pod of resources.pods.list(client, filters)) {
    if (resources.pods.isNamed(pod, name)) return pod;
  }
  throw new Failure(
    exitCodes.notFound,
    `${notFound('Pending pod', name)} Bound pods are on the page of their node.`,
  );
}

async function findNode(client: KerfClient, name: string, filters: ExplainOptions): Promise<Node> {
  for await (const { clusterName } of resources.nodes.list(client, { ...filters, search: name })) {
    const path = { cluster: clusterName, node: name };
    const call = client.GET('/api/v1/clusters/{cluster}/nodes/{node}', { params: { path } });
    const { data } = await call;
    if (data !== undefined) return data;
  }
  throw new Failure(exitCodes.notFound, notFound('Node', name));
}

function linesOfPod(listed: ListedPod): readonly string[] {
  const { namespace, name, verdict, schedulerMessage } = listed;
  const pod = `Pod ${namespace}/${name}`;
  const scheduler = schedulerMessage === null ? [] : [`kube-scheduler: ${schedulerMessage}`];
  if (verdict === null) return [`${pod} has not been considered yet.`, ...scheduler];
  const { kind, nodeName, decisionId, evaluatedAt } = verdict;
  const outcomes = {
    EXISTING_NODE: `${pod} fits node ${nodeName}.`,
    NEW_NODE: `${pod} ${newNodeText(listed, verdict)}`,
    UNSCHEDULABLE: `${pod} fits no node that can be launched.`,
  };
  const rejections = verdict.byNodePool.map((each) => [
    each.nodePool,
    reasonText(each.reason),
    [each.reason.remedy, each.fix && `${each.fix.kind}/${each.fix.name} ${each.fix.path}`]
      .filter((text) => text !== null)
      .join(': '),
  ]);
  return [
    outcomes[kind],
    ...verdict.reasons.flatMap(linesOfReason),
    ...(rejections.length === 0
      ? []
      : [formatTable(['NODEPOOL', 'REASON', 'HOW TO FIX'], rejections)]),
    ...(decisionId === null ? [] : [`Decision: ${decisionId}`]),
    ...scheduler,
    `Evaluated: ${evaluatedAt}`,
  ];
}

function newNodeText(
  { clusterName, clusterMode }: ListedPod,
  { nodePool, nodeClaimId }: NonNullable<PendingPod['verdict']>,
): string {
  if (nodeClaimId !== null) {
    return `waits for a new node of NodePool ${nodePool} (NodeClaim ${nodeClaimId}).`;
  }
  const why =
    clusterMode === 'OBSERVE'
      ? `${clusterName} is in mode observe: Kerf launches nothing`
      : 'It is not launched';
  return `would fit a new node of NodePool ${nodePool}. ${why}.`;
}

function linesOfReason(reason: Reason): readonly string[] {
  const { remedy } = reason;
  return [`  ${reasonText(reason)}`, ...(remedy === null ? [] : [`    How to fix: ${remedy}`])];
}

function linesOfNode(node: Node): readonly string[] {
  const cpu = percent(node.cpuRequestedMilli, node.cpuAllocatableMilli) ?? '-';
  const memory = percent(node.memoryRequestedBytes, node.memoryAllocatableBytes) ?? '-';
  const blockers = node.blockers.flatMap(linesOfReason);
  return [
    `Node ${node.name}: ${node.state}, ${node.instanceType ?? '-'}, ${node.zone ?? '-'}, ${dollars(node.price) ?? 'price unknown'} per hour`,
    `CPU ${cpu}, memory ${memory}, ${node.podCount} of ${node.podCapacity} pods`,
    blockers.length === 0
      ? 'Nothing blocks its removal.'
      : `Why it is not removed (${node.blockersEvaluatedAt ?? 'last pass'}):`,
    ...blockers,
  ];
}

function linesOfIncident(incident: Incident): readonly string[] {
  const { id, kind, severity, clusterName, objects, startedAt, lastSeenAt, endedAt } = incident;
  const state = endedAt === null ? 'open' : `closed, ended at ${endedAt}`;
  return [
    `Incident ${id}: ${kind} in ${clusterName}, ${severity}, ${state}`,
    incident.cause,
    `How to fix: ${incident.remedy}`,
    `Objects: ${objects.join(', ')}`,
    `Started: ${startedAt}; last seen: ${lastSeenAt}`,
  ];
}

function linesOfDecision(decision: Decision): readonly string[] {
  const { id, kind, state, clusterName, costChange } = decision;
  return [
    `Decision ${id}: ${kind} in ${clusterName}, ${state}`,
    `Cost per hour: ${dollars(costChange) ?? 'unknown'}; ${counted(decision.nodeCount, 'node')}, ${counted(decision.podCount, 'pod')}`,
    ...repairLines(decision),
    ...linesOfTerminateFirst(decision),
    ...linesOfSavings(decision),
    ...(decision.comment === null ? [] : [`Comment: ${decision.comment}`]),
    ...(decision.candidates.length === 0
      ? []
      : [
          formatTable(
            ['NODE', 'POOL', 'TYPE', 'PER HOUR'],
            decision.candidates.map((node) => [
              node.nodeName,
              node.nodePool ?? '-',
              node.instanceType ?? '-',
              dollars(node.price) ?? '-',
            ]),
          ),
        ]),
    ...(decision.moves.length === 0
      ? []
      : [
          formatTable(
            ['POD', 'FROM', 'TO'],
            decision.moves.map(({ pod, from, to }) => [pod, from, to ?? unplaced(decision)]),
          ),
        ]),
    formatTable(
      ['AT', 'EVENT', 'ACTOR'],
      decision.events.map(({ at, kind: event, actor }) => [at, event, actor]),
    ),
  ];
}

const unplaced = ({ terminateFirst }: Decision): string =>
  terminateFirst === null ? 'new node' : 'waits';

function linesOfTerminateFirst({ terminateFirst, approval }: Decision): readonly string[] {
  if (terminateFirst === null) return [];
  const stopped = (approval?.pods ?? []).filter(({ waits, replicas }) => waits && replicas === 1);
  return [
    terminateFirst.message,
    ...stopped.map(
      ({ pod, owner }) =>
        `  ${owner === '' ? pod : `${owner} (pod ${pod})`} does not run meanwhile: it has no other pod.`,
    ),
  ];
}

function linesOfSavings(decision: Decision): readonly string[] {
  const { disruptionCost, savingsRatio, savingGapRatio, savingBound, achievedSaving } = decision;
  const gap = savingGapRatio === null ? '-' : `${(savingGapRatio * 100).toFixed(1)}%`;
  return [
    ...(savingsRatio === null
      ? []
      : [
          `Savings ratio: ${dollars(savingsRatio)} per hour and unit of disruption cost (disruption cost ${disruptionCost?.toFixed(1) ?? 'unknown'})`,
        ]),
    ...(savingBound === null
      ? []
      : [
          `Expected saving: ${dollars(savingBound.saving) ?? 'unknown'} per hour; no decision within the same budgets saves more than ${dollars(savingBound.mostSaving)} (gap ${gap})`,
        ]),
    ...(achievedSaving === null ? [] : [`Saving achieved: ${dollars(achievedSaving)} per hour`]),
  ];
}
