import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiTokenFieldsFragment } from '../../gql/graphql.js';
import { serverNow } from '../../lib/api/server-clock.js';
import { Badge } from '../../ui/badges/badge.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { scopeText } from './access-text.js';
import { CreateTokenForm } from './create-token-form.js';
import { apiTokensQuery, revokeApiToken, rotateApiToken } from './settings.queries.js';

/** The API tokens. */
export function ApiTokens() {
  const query = useQuery(apiTokensQuery());
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: revokeApiToken,
    onSuccess: async ({ token }) => {
      if (token !== null) toast(`Token ${token.name} revoked`);
      await client.invalidateQueries({ queryKey: apiTokensQuery().queryKey });
    },
  });
  const rotating = useMutation({
    mutationFn: rotateApiToken,
    onSuccess: async () => client.invalidateQueries({ queryKey: apiTokensQuery().queryKey }),
  });
  const rotated = rotating.data?.secret;
  return (
    <Stack>
      <CreateTokenForm />
      {rotated !== null && rotated !== undefined && (
        <Stack gap="sm">
          <Notice tone="attention" isAnnounced>
            This is the new secret of {rotating.data?.token?.name ?? 'the token'}. Copy it now: Kerf
            cannot show it again. The old secret is accepted for one more hour.
          </Notice>
          <CopyBlock text={rotated} name="the new secret" />
        </Stack>
      )}
      <RequestErrors
        action="rotate the token"
        error={rotating.error}
        userErrors={rotating.data?.userErrors ?? []}
      />
      <RequestErrors
        action="revoke the token"
        error={revoking.error}
        userErrors={revoking.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the tokens">
        {(tokens) => {
          if (tokens === undefined) return <p className="dimmed">Loading the tokens…</p>;
          if (tokens.length === 0) {
            return <p className="dimmed">No API tokens. Create one for scripts and CI.</p>;
          }
          return (
            <TokenTable
              tokens={tokens}
              onRevoke={(id) => revoking.mutate(id)}
              onRotate={(id) => rotating.mutate(id)}
            />
          );
        }}
      </QueryContent>
    </Stack>
  );
}

interface TokenTableProps {
  readonly tokens: readonly ApiTokenFieldsFragment[];
  readonly onRevoke: (id: string) => void;
  readonly onRotate: (id: string) => void;
}

function TokenTable({ tokens, onRevoke, onRotate }: TokenTableProps) {
  return (
    <SimpleTable
      caption="API tokens, newest first"
      columns={[
        { header: 'Token', renderCell: ({ name }) => name },
        {
          header: 'Role',
          renderCell: ({ roles }) =>
            roles.map(({ roleName, scope }) => `${roleName}, ${scopeText(scope)}`).join('; '),
        },
        {
          header: 'Created',
          renderCell: ({ createdAt, createdBy }) => (
            <>
              <RelativeTime at={createdAt} /> by {createdBy}
            </>
          ),
        },
        { header: 'Expires', renderCell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
        {
          header: 'Last used',
          renderCell: ({ lastUsedAt }) =>
            lastUsedAt === null ? 'never' : <RelativeTime at={lastUsedAt} />,
        },
        {
          header: 'State',
          renderCell: (token) =>
            isInactive(token) ? (
              <Badge tone="neutral" icon="minus">
                {token.revokedAt === null ? 'Expired' : 'Revoked'}
              </Badge>
            ) : (
              <Row>
                <WriteButton
                  action="API_TOKEN_WRITE"
                  variant="default"
                  disabledReason={token.canRotate ? undefined : notRotatable}
                  onClick={() => onRotate(token.id)}
                >
                  Rotate
                </WriteButton>
                <WriteButton
                  action="API_TOKEN_WRITE"
                  variant="default"
                  onClick={() => onRevoke(token.id)}
                >
                  Revoke
                </WriteButton>
              </Row>
            ),
        },
      ]}
      rows={tokens}
      rowKey={({ id }) => id}
    />
  );
}

const notRotatable =
  'Only whoever made a token can rotate it, because the new secret acts for them. Revoke it instead.';

const isInactive = ({ revokedAt, expiresAt }: ApiTokenFieldsFragment): boolean =>
  revokedAt !== null || Date.parse(expiresAt) <= serverNow();
