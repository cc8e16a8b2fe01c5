import { countOf } from '@kerf/core';
import type { ExecutionStep, ExerciseProgressQuery, ShellQuery } from '../../gql/graphql.js';
import { formatHourly, toMicroUsdOrNull } from '../../lib/format/money.js';
import { shellWord } from '../../lib/format/shell.js';

export type Sandbox = NonNullable<ShellQuery['product']['sandbox']>;

type Decision = ExerciseProgressQuery['decisions']['nodes'][number];

/** One step of the exercise. */
export interface ExerciseStep {
  /** The action of the person or of Kerf. */
  readonly name: 'define' | 'deploy' | 'launch' | 'scaleDown' | 'approve' | 'save';
  readonly title: string;
  /** The button to click, and what happens then. */
  readonly hint: string;
  readonly isDone: boolean;
  /** The progress of the step; absent before it begins, and without news. */
  readonly progress: string | undefined;
  /** The decision of the step; absent until there is one. */
  readonly decisionId: string | undefined;
}

/** The NodePool and the workload in examples/exercise. */
const poolName = 'default';
const workload = 'inflate';

/** Number of pods of the exercise, as in examples/exercise/inflate.yaml. */
export const exercisePods = 5;

/** The sources of the steps: records and the cluster, as Kerf has observed it. */
interface Facts {
  readonly hasPool: boolean;
  readonly pods: number;
  readonly pendingPods: number;
  readonly readyNodes: number;
  readonly provision: Decision | undefined;
  /** Removals of empty nodes, newest first. */
  readonly removals: readonly Decision[];
}

function toFacts(progress: ExerciseProgressQuery | undefined): Facts {
  const decisions = progress?.decisions.nodes ?? [];
  const pending = progress?.pendingPodGroups.nodes.filter(({ ownerName }) =>
    ownerName.startsWith(workload),
  );
  return {
    hasPool: progress?.nodePools.nodes.some(({ name }) => name === poolName) === true,
    pods: progress?.pods.totalCount ?? 0,
    pendingPods: (pending ?? []).reduce((sum, { count }) => sum + count, 0),
    readyNodes: progress?.nodes?.totalCount ?? 0,
    provision: decisions.find(({ kind }) => kind === 'PROVISION'),
    removals: decisions.filter(({ kind }) => kind === 'EMPTY'),
  };
}

const approvedStates: ReadonlySet<string> = new Set(['APPROVED', 'EXECUTING', 'EXECUTED']);

/** Returns whether each step has been observed, in the order of the steps. */
function observedSteps(facts: Facts): readonly boolean[] {
  const { hasPool, pods, pendingPods, readyNodes, provision, removals } = facts;
  const isLaunched = readyNodes > 0 || provision?.state === 'EXECUTED';
  return [
    hasPool,
    pods + pendingPods > 0 || provision !== undefined,
    isLaunched,
    removals.length > 0 || (isLaunched && pods + pendingPods === 0),
    removals.some(({ state }) => approvedStates.has(state)),
    removals.some(({ state }) => state === 'EXECUTED'),
  ];
}

/**
 * Returns the six steps of the exercise. A step is done when it, or a later one, was observed: so it
 * stays done when the pods or the node are removed.
 * @param doneBefore number of steps that were done when the page was last shown
 */
export function toExercise(
  progress: ExerciseProgressQuery | undefined,
  doneBefore = 0,
): readonly ExerciseStep[] {
  const facts = toFacts(progress);
  const observed = observedSteps(facts);
  const open = facts.removals.find(({ state }) => state !== 'EXECUTED');
  const removed = facts.removals.find(({ state }) => state === 'EXECUTED');
  const approval = open ?? removed;
  const steps = [
    {
      name: 'define',
      title: 'Define the nodes that Kerf may launch',
      hint: 'Opens a NodePool and its EC2NodeClass, filled in. Click Apply there, then return to Fleet.',
    },
    {
      name: 'deploy',
      title: `Create ${exercisePods} pods that fit on no node`,
      hint: 'The sandbox creates the Deployment inflate. Each pod requests one CPU.',
    },
    {
      name: 'launch',
      title: 'Watch the pending pods get nodes',
      hint: 'Kerf plans nodes, launches them, and the pods run: about half a minute.',
      progress: launchProgress(facts),
      decisionId: facts.provision?.id,
    },
    {
      name: 'scaleDown',
      title: 'Scale the workload to zero',
      hint: 'The sandbox removes the pods. Their nodes are empty then.',
    },
    {
      name: 'approve',
      title: 'Approve the removal of an empty node',
      hint: 'Open the decision, read why, and click Approve at the bottom of its page.',
      progress: proposalProgress(open),
      decisionId: approval?.id,
    },
    {
      name: 'save',
      title: 'See the node gone, and the saving',
      hint: 'Kerf drains the node and ends its instance: about half a minute.',
      progress: removalProgress(open, removed),
      decisionId: (removed ?? open)?.id,
    },
  ] as const;
  return steps.map((step, index) => ({
    progress: undefined,
    decisionId: undefined,
    ...step,
    isDone: index < doneBefore || observed.slice(index).some(Boolean),
  }));
}

function launchProgress({ provision, readyNodes, pendingPods }: Facts): string | undefined {
  if (provision !== undefined) {
    const ready = Math.min(readyNodes, provision.nodeCount);
    return `${ready} of ${countOf(provision.nodeCount, 'node')} ready.`;
  }
  if (pendingPods === 0) return undefined;
  return `${countOf(pendingPods, 'pod')} pending; Kerf plans nodes for them.`;
}

/** Before there is a proposal: `consolidateAfter` of the NodePool is 30 s, and Kerf looks each minute. */
function proposalProgress(removal: Decision | undefined): string {
  switch (removal?.state) {
    case 'AWAITING_APPROVAL':
      return 'A removal awaits approval.';
    case 'PROPOSED':
      return 'Proposed. Kerf checks the plan again after 15 s.';
    default:
      return 'Kerf waits until the nodes are empty for 30 s (consolidateAfter), then proposes to remove one: one to two minutes.';
  }
}

const removalSteps: Partial<Record<ExecutionStep, string>> = {
  TAINTED: 'No new pods are scheduled on the node.',
  MARKED_FOR_DELETION: 'The node is being drained.',
  TERMINATED: 'The instance has ended.',
};

function removalProgress(
  open: Decision | undefined,
  removed: Decision | undefined,
): string | undefined {
  if (removed !== undefined) return savingOf(removed);
  if (open === undefined || !approvedStates.has(open.state)) return undefined;
  return removalSteps[open.executionStep] ?? 'The removal is approved.';
}

function savingOf({ nodeCount, achievedSaving }: Decision): string {
  const microUsd = toMicroUsdOrNull(achievedSaving);
  const saving = microUsd === null ? 'its price is unknown' : `saves ${formatHourly(microUsd)}`;
  return `Removed ${countOf(nodeCount, 'node')}: ${saving}.`;
}

/** Returns the commands that do the same in a shell, in the order of the exercise. */
export function exerciseCommands({
  kubeconfig,
  exerciseCluster: cluster,
  exerciseContext: context,
}: Sandbox): readonly string[] {
  const kubectl = `kubectl --context ${shellWord(context)}`;
  return [
    `export KUBECONFIG=${shellWord(kubeconfig)}`,
    `sed 's/\${CLUSTER_NAME}/${cluster}/' examples/exercise/node-class.yaml | ${kubectl} apply -f - -f examples/exercise/node-pool.yaml`,
    `${kubectl} apply -f examples/exercise/inflate.yaml`,
    `${kubectl} scale deployment ${workload} --replicas 0`,
  ];
}
