import type { NotificationsQuery } from '../../gql/graphql.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { createChatCode, unlinkChat } from './notifications.queries.js';
import { useChange } from './use-change.js';

/** Links the user to themselves in Slack, so that their clicks on buttons count. */
export function ChatLink({
  identities,
}: {
  readonly identities: NotificationsQuery['chatIdentities'];
}) {
  const creating = useChange(createChatCode);
  const unlinking = useChange(unlinkChat, () => toast('Slack unlinked'));
  const code = creating.data?.code ?? null;
  return (
    <Stack gap="sm">
      {identities.length === 0 ? (
        <p className="dimmed">
          Not linked. Link yourself to approve and reject decisions with the buttons in Slack.
        </p>
      ) : (
        <ul>
          {identities.map(({ workspaceId, personId, linkedAt }) => (
            <li key={`${workspaceId} ${personId}`}>
              {personId} in workspace {workspaceId}, linked <RelativeTime at={linkedAt} />
            </li>
          ))}
        </ul>
      )}
      {code !== null && (
        <>
          <p>Send this in Slack within ten minutes:</p>
          <CopyBlock text={`/kerf link ${code}`} name="the command" />
        </>
      )}
      <RequestErrors
        action="unlink Slack"
        error={unlinking.error}
        userErrors={unlinking.data?.userErrors ?? []}
      />
      <RequestErrors
        action="create a code"
        error={creating.error}
        userErrors={creating.data?.userErrors ?? []}
      />
      <Row>
        <WriteButton
          variant="default"
          isBusy={creating.isPending}
          onClick={() => creating.mutate(undefined)}
        >
          Create link code
        </WriteButton>
        {identities.length > 0 && (
          <WriteButton
            variant="default"
            isBusy={unlinking.isPending}
            onClick={() => unlinking.mutate(undefined)}
          >
            Unlink
          </WriteButton>
        )}
      </Row>
    </Stack>
  );
}
