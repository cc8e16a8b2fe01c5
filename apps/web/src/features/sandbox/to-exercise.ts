import type { ExerciseProgressQuery, ShellQuery } from '../../gql/graphql.js';
import { shellWord } from '../../lib/format/shell.js';

export type Sandbox = NonNullable<ShellQuery['product']['sandbox']>;

/** One step of the exercise. */
export interface ExerciseStep {
  readonly title: string;
  /** The command to run; absent when Kerf does the step, or a page is used. */
  readonly command: string | undefined;
  readonly isDone: boolean;
  /** Whether the step can be done on the page Apply manifests instead. */
  readonly canPaste: boolean;
  /** The decision of the step; absent until there is one. */
  readonly decisionId: string | undefined;
}

/** The NodePool and the workload in examples/exercise. */
const poolName = 'default';
const workload = 'inflate';

/**
 * Returns the five steps of the exercise. A step is done when it, or a later one, was observed: so it
 * stays done when the node is removed.
 * @param doneBefore number of steps that were done when the page was last shown
 */
export function toExercise(
  sandbox: Sandbox,
  progress: ExerciseProgressQuery | undefined,
  doneBefore = 0,
): readonly ExerciseStep[] {
  const kubectl = `kubectl --context ${shellWord(sandbox.exerciseContext)}`;
  const decisions = progress?.decisions.nodes ?? [];
  const provision = decisions.find(({ kind }) => kind === 'PROVISION');
  const removal = decisions.find(({ kind }) => kind === 'EMPTY');
  const completed = [
    progress?.nodePools.nodes.some(({ name }) => name === poolName) === true,
    provision !== undefined ||
      progress?.pendingPodGroups.nodes.some(({ ownerName }) => ownerName.startsWith(workload)) ===
        true,
    (progress?.nodes?.totalCount ?? 0) > 0 || provision?.state === 'EXECUTED',
    removal !== undefined,
    removal?.state === 'EXECUTED',
  ];
  const steps = [
    {
      title: 'Apply a NodePool and its EC2NodeClass',
      command: `sed 's/\${CLUSTER_NAME}/${sandbox.exerciseCluster}/' examples/exercise/node-class.yaml | ${kubectl} apply -f - -f examples/exercise/node-pool.yaml`,
    },
    {
      title: 'Deploy five pods that do not fit on any node',
      command: `${kubectl} apply -f examples/exercise/inflate.yaml`,
    },
    {
      title: 'Watch Kerf launch a node for them',
      command: undefined,
      decisionId: provision?.id,
    },
    {
      title: 'Scale to zero; after 30 s Kerf proposes to remove the empty node',
      command: `${kubectl} scale deployment ${workload} --replicas 0`,
    },
    {
      title: 'Approve the removal',
      command: undefined,
      decisionId: removal?.id,
    },
  ];
  return steps.map((step, index) => ({
    ...step,
    canPaste: index === 0,
    decisionId: step.decisionId,
    isDone: index < doneBefore || completed.slice(index).some(Boolean),
  }));
}

/** Returns the command that selects the kubeconfig, needed before the first step. */
export const exportCommand = ({ kubeconfig }: Sandbox): string =>
  `export KUBECONFIG=${shellWord(kubeconfig)}`;
