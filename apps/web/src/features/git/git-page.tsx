import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scopeWords } from '../../app/pauses/pause-text.js';
import { useRefreshingWrite } from '../../lib/api/use-refreshing-write.js';
import { Button } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { gitKeys, gitRepositoriesQuery, type Repository, removeRepository } from './git.queries.js';
import { providerWords, RepositoryForm } from './repository-form.js';

/** The Git repositories in which the editor of manifests opens pull requests. */
export function GitPage() {
  const repositories = useQuery(gitRepositoriesQuery());
  return (
    <Page title="Git repositories" asOf={null}>
      <QueryContent query={repositories} action="load the Git repositories">
        {(data) => (
          <Section title="Repositories for pull requests" isPanel>
            {data === undefined ? (
              <p className="dimmed">Loading the Git repositories…</p>
            ) : (
              <Repositories repositories={data} />
            )}
          </Section>
        )}
      </QueryContent>
    </Page>
  );
}

function Repositories({ repositories }: { readonly repositories: readonly Repository[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const [editing, setEditing] = useState<Repository | null>(null);
  return (
    <Stack>
      <p className="dimmed">
        A change of a NodePool or EC2NodeClass that is managed in its cluster becomes a pull request
        in the repository of the smallest scope that contains the object.
      </p>
      {repositories.length > 0 && (
        <RepositoryTable repositories={repositories} onEdit={setEditing} />
      )}
      {isAdding || editing !== null ? (
        <RepositoryForm
          key={editing?.id}
          repository={editing}
          onClose={() => {
            setIsAdding(false);
            setEditing(null);
          }}
        />
      ) : (
        <Row>
          <WriteButton
            action="GIT_REPOSITORY_WRITE"
            variant="default"
            onClick={() => setIsAdding(true)}
          >
            Add repository
          </WriteButton>
        </Row>
      )}
    </Stack>
  );
}

interface RepositoryTableProps {
  readonly repositories: readonly Repository[];
  readonly onEdit: (repository: Repository) => void;
}

function RepositoryTable({ repositories, onEdit }: RepositoryTableProps) {
  return (
    <SimpleTable
      caption="Git repositories"
      columns={[
        { header: 'Scope', renderCell: ({ scope }) => scopeWords(scope) },
        {
          header: 'Repository',
          renderCell: ({ provider, project, branch }) =>
            `${providerWords[provider]} ${project}, branch ${branch}`,
        },
        { header: 'Path of files', renderCell: PathCell },
        {
          header: 'Actions',
          isSentence: true,
          renderCell: (repository) => <Actions repository={repository} onEdit={onEdit} />,
        },
      ]}
      rows={repositories}
      rowKey={({ id }) => id}
    />
  );
}

const PathCell = ({ pathPattern, files }: Repository) => (
  <>
    <code>{pathPattern}</code>
    {files.length > 0 && <span className="dimmed"> and {countOf(files.length, 'other file')}</span>}
  </>
);

interface ActionsProps extends Pick<RepositoryTableProps, 'onEdit'> {
  readonly repository: Repository;
}

function Actions({ repository, onEdit }: ActionsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const removing = useRefreshingWrite(removeRepository, gitKeys, () =>
    toast(`Repository ${repository.project} removed from the settings`),
  );
  const write = { action: 'GIT_REPOSITORY_WRITE', variant: 'default' } as const;
  return (
    <Stack gap="xs">
      <Row>
        <WriteButton {...write} onClick={() => onEdit(repository)}>
          Edit
        </WriteButton>
        {isConfirming ? (
          <>
            <WriteButton {...write} variant="danger" onClick={() => removing.mutate(repository)}>
              Remove {repository.project} and its token
            </WriteButton>
            <Button variant="default" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <WriteButton {...write} onClick={() => setIsConfirming(true)}>
            Remove
          </WriteButton>
        )}
      </Row>
      <RequestErrors
        action="remove the repository"
        error={removing.error}
        userErrors={removing.data?.userErrors ?? []}
      />
    </Stack>
  );
}
