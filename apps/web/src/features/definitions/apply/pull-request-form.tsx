import { useState } from 'react';
import { Textarea, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { Diff } from '../../../ui/values/diff.js';
import { type GitChange, useOpenPullRequest } from './use-git-change.js';

export interface PullRequestFormProps {
  readonly clusterId: string;
  readonly clusterName: string;
  /** The manifest as it should be. */
  readonly manifest: string;
  /** The name of the object, with its kind. */
  readonly object: string;
  readonly change: GitChange;
}

/** The change of the file in Git, and the button that opens a pull request with it. */
export function PullRequestForm(props: PullRequestFormProps) {
  const { clusterId, clusterName, manifest, object, change } = props;
  const [title, setTitle] = useState(`Change ${object} of ${clusterName}`);
  const [description, setDescription] = useState('');
  const opening = useOpenPullRequest({ clusterId, manifest });
  const opened = opening.data?.change?.pullRequest ?? null;
  const noun = change.provider === 'GIT_LAB' ? 'merge request' : 'pull request';
  return (
    <Stack>
      <p>
        The {noun} changes <code>{change.path}</code> on the branch <code>{change.branch}</code> of{' '}
        {change.project}:
      </p>
      <Diff
        label={`Change of ${change.path}`}
        before={change.before ?? ''}
        after={change.after ?? ''}
      />
      <TextInput
        label="Title"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Description"
        description="Kerf adds your name and the cluster"
        value={description}
        autosize
        minRows={2}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Row>
        <WriteButton
          action="DEFINITION_WRITE"
          isBusy={opening.isPending}
          disabledReason={title.trim() === '' ? 'Enter a title first' : undefined}
          onClick={() => opening.mutate({ title, description })}
        >
          Open {noun}
        </WriteButton>
      </Row>
      <RequestErrors
        action={`open the ${noun}`}
        error={opening.error}
        userErrors={opening.data?.userErrors ?? []}
      />
      {opened !== null && (
        <Notice tone="ok" isAnnounced>
          {opened.isNew ? 'Opened' : 'This change is open already:'}{' '}
          <a href={opened.url} target="_blank" rel="noreferrer">
            {noun} {opened.number}
          </a>
          . The cluster gets it after the merge.
        </Notice>
      )}
    </Stack>
  );
}
