import { useState } from 'react';
import { ScopeChoice } from '../../app/pauses/scope-choice.js';
import type { AccessScopeInput, GitProvider } from '../../gql/graphql.js';
import { PasswordInput, Select, Textarea, TextInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { readFileLines, toFileLines } from './file-lines.js';
import { createRepository, gitKeys, type Repository, updateRepository } from './git.queries.js';

export const providerWords: Readonly<Record<GitProvider, string>> = {
  GIT_HUB: 'GitHub',
  GIT_LAB: 'GitLab',
};
const publicApis: Readonly<Record<GitProvider, string>> = {
  GIT_HUB: 'https://api.github.com',
  GIT_LAB: 'https://gitlab.com/api/v4',
};
const providers: readonly GitProvider[] = ['GIT_HUB', 'GIT_LAB'];

interface Values {
  readonly provider: GitProvider;
  readonly apiUrl: string;
  readonly project: string;
  readonly branch: string;
  readonly pathPattern: string;
  /** A line for each object. */
  readonly files: string;
  readonly token: string;
}

interface RepositoryFormProps {
  /** The repository to change; `null` sets one. */
  readonly repository: Repository | null;
  readonly onClose: () => void;
}

/** Sets or changes the Git repository of a scope. */
export function RepositoryForm({ repository, onClose }: RepositoryFormProps) {
  const [scope, setScope] = useState<AccessScopeInput>({ kind: 'ORGANIZATION' });
  const form = useWriteForm({
    initial: valuesOf(repository),
    isEdit: repository !== null,
    missing: (values) => missingOf(values, repository),
    write: (values) => save(repository, scope, values),
    refreshes: gitKeys,
    onDone: onClose,
  });
  const isNew = repository === null;
  return (
    <WriteForm
      form={form}
      permission="GIT_REPOSITORY_WRITE"
      label={isNew ? 'New Git repository' : `Git repository ${repository.project}`}
      action={isNew ? 'set the Git repository' : 'change the Git repository'}
      submit={isNew ? 'Add repository' : 'Save repository'}
      onCancel={onClose}
    >
      <Stack>
        {isNew && <ScopeChoice value={scope} onChange={setScope} />}
        <Row gap="md">
          <Select
            label="Provider"
            data={providers.map((value) => ({ value, label: providerWords[value] }))}
            {...form.choice('provider')}
          />
          <TextInput
            label="Repository"
            description="OWNER/REPOSITORY, or the path of the GitLab project"
            placeholder="shop/fleet"
            {...form.text('project')}
          />
          <TextInput label="Branch" {...form.text('branch')} />
        </Row>
        <TextInput
          label="API URL"
          description="Empty for github.com and gitlab.com; else e.g. https://git.example.com/api/v3 or /api/v4"
          {...form.text('apiUrl')}
        />
        <TextInput
          label="Path of files"
          description="From the root of the repository, with {cluster}, {kind}, {kinds} and {name}"
          {...form.text('pathPattern')}
        />
        <Textarea
          label="Other files"
          description="A line for each object that is elsewhere, e.g. NodePool/general: pools/general.yaml"
          autosize
          minRows={2}
          {...form.text('files')}
        />
        <PasswordInput
          label="Token"
          description={
            isNew
              ? 'GitHub: read and write access to contents and pull requests. GitLab: the scope api.'
              : 'Empty keeps the stored one'
          }
          autoComplete="off"
          {...form.text('token')}
        />
      </Stack>
    </WriteForm>
  );
}

function missingOf({ project, token, files }: Values, repository: Repository | null) {
  if (project.trim() === '') return 'Enter the repository first';
  if (repository === null && token === '') return 'Enter a token first';
  return readFileLines(files).problem ?? undefined;
}

function save(repository: Repository | null, scope: AccessScopeInput, values: Values) {
  const { provider, token } = values;
  const fields = {
    provider,
    apiUrl: values.apiUrl.trim() === '' ? publicApis[provider] : values.apiUrl.trim(),
    project: values.project.trim(),
    branch: values.branch.trim(),
    pathPattern: values.pathPattern.trim(),
    files: readFileLines(values.files).files ?? [],
  };
  if (repository === null) return createRepository({ ...fields, scope, token });
  const { id, version: expectedVersion } = repository;
  return updateRepository({ ...fields, id, expectedVersion, ...(token === '' ? {} : { token }) });
}

function valuesOf(repository: Repository | null): Values {
  if (repository === null) {
    return {
      provider: 'GIT_HUB',
      apiUrl: '',
      project: '',
      branch: 'main',
      pathPattern: 'clusters/{cluster}/{kinds}/{name}.yaml',
      files: '',
      token: '',
    };
  }
  const { provider, apiUrl, project, branch, pathPattern, files } = repository;
  return { provider, apiUrl, project, branch, pathPattern, files: toFileLines(files), token: '' };
}
