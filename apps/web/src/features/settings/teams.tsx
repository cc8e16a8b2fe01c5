import { useQuery } from '@tanstack/react-query';
import type { TeamFieldsFragment } from '../../gql/graphql.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { deleteTeam, teamsQuery } from './access.queries.js';
import { CreateTeamForm } from './create-team-form.js';
import { useAccessChange } from './use-access-change.js';

/** The teams, with what they own. */
export function Teams() {
  const query = useQuery(teamsQuery());
  const deleting = useAccessChange(deleteTeam);
  return (
    <Stack>
      <CreateTeamForm />
      <RequestErrors
        action="delete the team"
        error={deleting.error}
        userErrors={deleting.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the teams">
        {(teams) =>
          teams?.length === 0 ? (
            <p className="dimmed">No teams. Create one to give roles for what it owns.</p>
          ) : (
            <SimpleTable
              caption="Teams, by name"
              columns={[
                { header: 'Team', renderCell: ({ name }) => name },
                { header: 'Owns', renderCell: ({ owns }) => owns.map(ownedText).join(', ') },
                {
                  header: 'Members',
                  renderCell: ({ members }) => members.map(memberText).join(', '),
                },
                {
                  header: 'Action',
                  renderCell: ({ id, version, name }) => (
                    <WriteButton
                      action="IDENTITY_WRITE"
                      variant="default"
                      onClick={() => deleting.mutate({ id, version })}
                    >{`Delete ${name}`}</WriteButton>
                  ),
                },
              ]}
              rows={teams ?? []}
              rowKey={({ id }) => id}
            />
          )
        }
      </QueryContent>
    </Stack>
  );
}

function ownedText({ kind, clusterName, name }: TeamFieldsFragment['owns'][number]): string {
  if (kind === 'CLUSTER') return `cluster ${clusterName}`;
  return `${kind === 'NODE_POOL' ? 'NodePool' : 'namespace'} ${name} of ${clusterName}`;
}

const memberText = ({ kind, name }: TeamFieldsFragment['members'][number]): string =>
  kind === 'GROUP' ? `group ${name}` : name;
