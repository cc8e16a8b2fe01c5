import { Link } from '@tanstack/react-router';
import { CopyBlock } from '../../../ui/controls/copy-block.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Stack } from '../../../ui/layout/layout.js';
import { managerText } from '../definitions-text.js';
import { toClusterChange } from './cluster-change.js';
import { PullRequestForm } from './pull-request-form.js';
import { type GitChange, useGitChange } from './use-git-change.js';

interface ClusterChangeNoticeProps {
  readonly kind: string;
  readonly name: string;
  readonly clusterId: string;
  readonly clusterName: string;
  /** The manifest in the cluster. */
  readonly before: string;
  /** The manifest that it should be. */
  readonly after: string;
}

/** Says how a definition that the cluster owns gets the change of the editor: by a pull request, or by kubectl. */
export function ClusterChangeNotice(props: ClusterChangeNoticeProps) {
  const { kind, name, clusterId, clusterName, before, after } = props;
  const git = useGitChange({ clusterId, manifest: after });
  const change = git.data?.change ?? null;
  const command = toClusterChange({ kind, name }, before, after);
  return (
    <Stack>
      <Notice tone="attention">
        <p>
          {kind} {name} is an object of cluster {clusterName}: Kerf does not change it.{' '}
          {ownerSentence(change)}
        </p>
        {change !== null && <GitHint change={change} />}
        {change === null || change.after === null ? (
          <>
            <p>{commandSentence(change)}</p>
            <CopyBlock text={command} name="the command" />
          </>
        ) : null}
      </Notice>
      {git.isPending && <p className="dimmed">Looking for its file in Git…</p>}
      <RequestErrors
        action="read the file in Git"
        error={git.error}
        userErrors={git.data?.userErrors ?? []}
      />
      {change !== null && change.after !== null && (
        <PullRequestForm
          key={`${change.path} ${change.after}`}
          clusterId={clusterId}
          clusterName={clusterName}
          manifest={after}
          object={`${kind} ${name}`}
          change={change}
        />
      )}
    </Stack>
  );
}

const ownerSentence = (change: GitChange | null): string =>
  change === null || change.managedBy === null
    ? ''
    : `${managerText(change.managedBy)} applies it from a repository: change it there, or a change by kubectl is undone at its next synchronization.`;

const commandSentence = (change: GitChange | null): string =>
  change === null || change.managedBy === null
    ? 'Change it with kubectl in the context of that cluster:'
    : 'The same change by kubectl:';

/** Why there is no pull request, and what to do. */
function GitHint({ change }: { readonly change: GitChange }) {
  const { problem, repositoryId, managedBy, path } = change;
  if (problem === null) return null;
  if (repositoryId !== null) return <p>No pull request: {problem}</p>;
  if (managedBy === null) return null;
  return (
    <p>
      Kerf can open a pull request when <Link to="/settings/git">a Git repository is set</Link>. In
      a usual layout the file would be <code>{path}</code>, which is a guess.
    </p>
  );
}
