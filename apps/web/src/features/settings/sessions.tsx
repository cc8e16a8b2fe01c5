import { useQuery } from '@tanstack/react-query';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { endSession, sessionsQuery } from './access.queries.js';
import { useAccessChange } from './use-access-change.js';

/** The browsers in which the user is signed in. */
export function Sessions() {
  const query = useQuery(sessionsQuery());
  const ending = useAccessChange(endSession);
  return (
    <Stack>
      <RequestErrors
        action="end the session"
        error={ending.error}
        userErrors={ending.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the sessions">
        {(sessions) => (
          <SimpleTable
            caption="Your sessions, newest first"
            columns={[
              { header: 'Address', renderCell: ({ address }) => address ?? 'unknown' },
              {
                header: 'Signed in',
                renderCell: ({ createdAt }) => <RelativeTime at={createdAt} />,
              },
              { header: 'Expires', renderCell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
              {
                header: 'State',
                renderCell: ({ id, isCurrent }) =>
                  isCurrent ? (
                    'This browser'
                  ) : (
                    <WriteButton variant="default" onClick={() => ending.mutate(id)}>
                      End session
                    </WriteButton>
                  ),
              },
            ]}
            rows={sessions ?? []}
            rowKey={({ id }) => id}
          />
        )}
      </QueryContent>
    </Stack>
  );
}
