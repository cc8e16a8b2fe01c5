import { useMutation, useQueryClient } from '@tanstack/react-query';
import { causeLabels, extentLabels, scopeWords } from '../../app/pauses/pause-text.js';
import { releasePause } from '../../app/pauses/pauses.queries.js';
import type { PauseFieldsFragment } from '../../gql/graphql.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { Evidence } from './evidence.js';

export interface PauseTableProps {
  /** Absent while loading. */
  readonly pauses: readonly PauseFieldsFragment[] | undefined;
  readonly empty: string;
}

/** Pauses with who set them, why, until when, and what a brake saw. */
export function PauseTable({ pauses, empty }: PauseTableProps) {
  const client = useQueryClient();
  const releasing = useMutation({
    mutationFn: releasePause,
    onSettled: () => client.invalidateQueries({ queryKey: ['pauses'] }),
  });
  if (pauses === undefined) return <p className="dimmed">Loading…</p>;
  if (pauses.length === 0) return <p>{empty}</p>;
  return (
    <>
      <RequestErrors
        action="release the pause"
        error={releasing.error}
        userErrors={releasing.data?.userErrors ?? []}
      />
      <SimpleTable
        caption="Pauses"
        rows={pauses}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Scope', renderCell: ({ scope }) => scopeWords(scope) },
          { header: 'Stops', renderCell: ({ stops }) => extentLabels[stops] },
          { header: 'Set by', renderCell: (pause) => <SetBy pause={pause} /> },
          { header: 'End', renderCell: (pause) => <End pause={pause} /> },
          {
            header: 'Reason',
            isSentence: true,
            renderCell: ({ reason, evidence }) => (
              <>
                {reason}
                {evidence !== null && <Evidence evidence={evidence} />}
              </>
            ),
          },
          {
            header: 'Release',
            renderCell: ({ id, version, isInForce, releaseDenial }) =>
              isInForce && (
                <WriteButton
                  action="PAUSE_WRITE"
                  variant="default"
                  isBusy={releasing.isPending && releasing.variables.id === id}
                  disabledReason={releaseDenial ?? undefined}
                  onClick={() => releasing.mutate({ id, expectedVersion: version })}
                >
                  Release
                </WriteButton>
              ),
          },
        ]}
      />
    </>
  );
}

function SetBy({ pause }: { readonly pause: PauseFieldsFragment }) {
  const { cause, owner, setBy, setAt } = pause;
  return (
    <>
      {cause === 'USER' ? owner : causeLabels[cause]}
      {cause === 'USER' && owner !== setBy && ` (set by ${setBy})`}, <RelativeTime at={setAt} />
    </>
  );
}

function End({ pause }: { readonly pause: PauseFieldsFragment }) {
  const { releasedAt, releasedBy, expiresAt } = pause;
  if (releasedAt !== null) {
    return (
      <>
        Released by {releasedBy}, <RelativeTime at={releasedAt} />
      </>
    );
  }
  return expiresAt === null ? 'When someone releases it' : <RelativeTime at={expiresAt} />;
}
