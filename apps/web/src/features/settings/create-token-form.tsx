import { useQuery } from '@tanstack/react-query';
import type { AccessScopeInput } from '../../gql/graphql.js';
import { Button, NumberInput, Select, TextInput } from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { Notice } from '../../ui/feedback/notice.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { rolesQuery } from './access.queries.js';
import { ScopeFields } from './scope-fields.js';
import { apiTokensQuery, createApiToken } from './settings.queries.js';

const organization: AccessScopeInput = { kind: 'ORGANIZATION' };

const initial = {
  name: '',
  role: 'viewer',
  scope: organization,
  expiresInDays: 90,
};

/** Creates an API token and shows its secret once. */
export function CreateTokenForm() {
  const roles = useQuery(rolesQuery()).data ?? [];
  const form = useWriteForm({
    initial,
    missing: ({ name }) => (name === '' ? 'Enter a token name first' : undefined),
    write: createApiToken,
    refreshes: [apiTokensQuery().queryKey],
  });
  const { secret = null, token } = form.result ?? {};
  if (secret !== null) {
    return (
      <Stack gap="sm">
        <Notice tone="attention" isAnnounced>
          This is the secret of {token?.name ?? 'the token'}. Copy it now: Kerf stores only its
          digest and cannot show it again.
        </Notice>
        <CopyBlock text={secret} name="the token" />
        <Row>
          <Button variant="default" onClick={form.forgetResult}>
            I have copied it
          </Button>
        </Row>
      </Stack>
    );
  }
  return (
    <WriteForm
      form={form}
      action="create the token"
      permission="API_TOKEN_WRITE"
      submit="Create token"
      variant="default"
    >
      <Row gap="md">
        <TextInput label="Token name" placeholder="ci-deploy" {...form.text('name')} />
        <Select
          label="Role"
          data={roles.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.choice('role')}
        />
        <ScopeFields {...form.value('scope')} />
        <NumberInput
          label="Expires in (days)"
          min={1}
          max={365}
          w={130}
          {...form.number('expiresInDays')}
        />
      </Row>
    </WriteForm>
  );
}
