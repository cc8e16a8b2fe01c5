import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessScopeInput } from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { Button, NumberInput, Select, TextInput } from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { rolesQuery } from './access.queries.js';
import { ScopeFields } from './scope-fields.js';
import { apiTokensQuery, createApiToken } from './settings.queries.js';

/** Creates an API token and shows its secret once. */
export function CreateTokenForm() {
  const [name, setName] = useState('');
  const roles = useQuery(rolesQuery()).data ?? [];
  const [role, setRole] = useState('viewer');
  const [scope, setScope] = useState<AccessScopeInput>({ kind: 'ORGANIZATION' });
  const [days, setDays] = useState(90);
  const client = useQueryClient();
  const creating = useMutation({
    mutationFn: createApiToken,
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: apiTokensQuery().queryKey });
    },
  });
  const userErrors = creating.data?.userErrors ?? [];
  const secret = creating.data?.secret;
  if (secret !== null && secret !== undefined) {
    return (
      <Stack gap="sm">
        <Notice tone="attention" isAnnounced>
          This is the secret of {creating.data?.token?.name ?? 'the token'}. Copy it now: Kerf
          stores only its digest and cannot show it again.
        </Notice>
        <CopyBlock text={secret} name="the token" />
        <Row>
          <Button variant="default" onClick={() => creating.reset()}>
            I have copied it
          </Button>
        </Row>
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate({ name, role, scope, expiresInDays: days });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <TextInput
            label="Token name"
            placeholder="ci-deploy"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(userErrors, 'name')}
          />
          <Select
            label="Role"
            data={roles.map((each) => ({ value: each.id, label: each.name }))}
            value={role}
            onChange={(value) => setRole(value ?? 'viewer')}
            allowDeselect={false}
          />
          <ScopeFields scope={scope} onChange={setScope} />
          <NumberInput
            label="Expires in (days)"
            min={1}
            max={365}
            value={days}
            onChange={(value) => setDays(Number(value))}
            error={fieldError(userErrors, 'expiresInDays')}
            w={130}
          />
        </Row>
        <RequestErrors
          action="create the token"
          error={creating.error}
          userErrors={errorsOfOtherFields(userErrors, ['name', 'expiresInDays'])}
        />
        <Row>
          <WriteButton
            action="API_TOKEN_WRITE"
            type="submit"
            variant="default"
            isBusy={creating.isPending}
            disabledReason={name === '' ? 'Enter a token name first' : undefined}
          >
            Create token
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
