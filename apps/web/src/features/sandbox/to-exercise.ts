import type { ExerciseProgressQuery, FrameQuery } from '../../gql/graphql.js';

export type Sandbox = NonNullable<FrameQuery['product']['sandbox']>;

/** One step of the exercise. */
export interface ExerciseStep {
  readonly title: string;
  /** What to type; absent where the product does it or a page is used. */
  readonly command: string | undefined;
  readonly isDone: boolean;
  /** Whether the page that takes manifests does it too. */
  readonly canPaste: boolean;
  /** The decision that the step is about, once there is one. */
  readonly decisionId: string | undefined;
}

/** The pool and the workload of examples/, as the README's exercise names them. */
const poolName = 'default';
const workload = 'inflate';

/**
 * The five steps, each done when the product has seen it happen. A later step proves the earlier
 * ones, so a tick never goes away when the node does.
 */
export function toExercise(
  sandbox: Sandbox,
  progress: ExerciseProgressQuery | undefined,
): readonly ExerciseStep[] {
  const kubectl = `kubectl --context ${quote(sandbox.exerciseContext)}`;
  const decisions = progress?.decisions.nodes ?? [];
  const provision = decisions.find(({ kind }) => kind === 'PROVISION');
  const removal = decisions.find(({ kind }) => kind === 'EMPTY');
  const seen = [
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
    isDone: seen.slice(index).some(Boolean),
  }));
}

/** Returns the command that selects the kubeconfig, needed before the first step. */
export const exportCommand = ({ kubeconfig }: Sandbox): string =>
  `export KUBECONFIG=${quote(kubeconfig)}`;

/** For a POSIX shell. */
const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
