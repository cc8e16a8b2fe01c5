import { formatCount } from '@kerf/core';
import { useMutation } from '@tanstack/react-query';
import { AuditVerificationDocument, type AuditVerificationQuery } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

type Verification = AuditVerificationQuery['auditVerification'];

/** Verifies on request that nobody has changed the audit log. */
export function AuditVerification() {
  const verifying = useMutation({
    mutationFn: async () => (await request(AuditVerificationDocument, {})).auditVerification,
  });
  const { data: result } = verifying;
  return (
    <Section
      title="Verification"
      isPanel
      aside={
        <WriteButton
          action="AUDIT_READ"
          variant="default"
          isBusy={verifying.isPending}
          onClick={() => verifying.mutate()}
        >
          Verify
        </WriteButton>
      }
    >
      {verifying.error !== null && (
        <Failure error={verifying.error} action="verify the audit log" />
      )}
      {result === undefined ? (
        <p className="dimmed">
          Each entry has a hash that includes the entry before it, and checkpoints are signed.
          Verify checks all of them.
        </p>
      ) : (
        <Result result={result} />
      )}
    </Section>
  );
}

function Result({ result }: { readonly result: Verification }) {
  const [first] = result.problems;
  return (
    <Stack gap="sm">
      {first === undefined ? (
        <Notice tone="ok" isAnnounced>
          The audit log is intact.
        </Notice>
      ) : (
        <Notice tone="broken" isAnnounced>
          The audit log was changed. First at position {formatCount(first.position)}:{' '}
          {first.message}
        </Notice>
      )}
      {!result.areSignaturesChecked && (
        <Notice tone="attention">
          The API has no key of the audit log, so signatures were not checked.
        </Notice>
      )}
      <DescriptionList
        items={[
          ['Entries checked', formatCount(result.entries)],
          [
            'Before the chain',
            result.entriesBeforeChain === 0
              ? null
              : `${formatCount(result.entriesBeforeChain)}, with one hash`,
          ],
          ['Checkpoints', formatCount(result.checkpoints)],
          [
            'Last checkpoint',
            result.lastCheckpointAt === null ? (
              'none'
            ) : (
              <RelativeTime key="c" at={result.lastCheckpointAt} />
            ),
          ],
          ['Not signed yet', formatCount(result.unsignedEntries)],
        ]}
      />
      {result.problems.length > 1 && (
        <ol aria-label="Problems">
          {result.problems.map(({ kind, position, entryId, message }) => (
            <li key={`${position}${kind}${entryId}`}>
              {message} <span className="dimmed">{entryId}</span>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
