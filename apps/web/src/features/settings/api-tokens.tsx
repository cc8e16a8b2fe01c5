import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiTokenFieldsFragment } from '../../gql/graphql.js';
import { serverNow } from '../../lib/api/server-clock.js';
import { Badge } from '../../ui/badges/badge.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { CreateTokenForm } from './create-token-form.js';
import { apiTokensQuery, revokeApiToken } from './settings.queries.js';

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
  return (
    <Stack>
      <CreateTokenForm />
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
          return <TokenTable tokens={tokens} onRevoke={(id) => revoking.mutate(id)} />;
        }}
      </QueryContent>
    </Stack>
  );
}

interface TokenTableProps {
  readonly tokens: readonly ApiTokenFieldsFragment[];
  readonly onRevoke: (id: string) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  return (
    <SimpleTable
      caption="API tokens, newest first"
      columns={[
        { header: 'Token', renderCell: ({ name }) => name },
        {
          header: 'Scope',
          renderCell: ({ scope }) => (scope === 'READ' ? 'read' : 'read and write'),
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
              <WriteButton variant="default" onClick={() => onRevoke(token.id)}>
                Revoke
              </WriteButton>
            ),
        },
      ]}
      rows={tokens}
      rowKey={({ id }) => id}
    />
  );
}

const isInactive = ({ revokedAt, expiresAt }: ApiTokenFieldsFragment): boolean =>
  revokedAt !== null || Date.parse(expiresAt) <= serverNow();
