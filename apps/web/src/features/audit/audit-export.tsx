import { countOf } from '@kerf/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { AuditExportDocument, type AuditExportQuery } from '../../gql/graphql.js';
import { ApiError } from '../../lib/api/api-error.js';
import { request } from '../../lib/api/graphql-client.js';
import { formatAge } from '../../lib/format/time.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

type Status = NonNullable<AuditExportQuery['auditExport']>;

/** A worker exports once a minute, so the status is read again as often. */
const refreshMs = 60_000;

const auditExportQuery = () =>
  queryOptions({
    queryKey: ['audit-export'],
    queryFn: async ({ signal }) => (await request(AuditExportDocument, {}, signal)).auditExport,
    refetchInterval: refreshMs,
  });

/** Whether the audit log is exported to a bucket, how far, and why the last run failed. */
export function AuditExport() {
  const query = useQuery(auditExportQuery());
  // It is about the whole log, which callers with a role for a part of the fleet do not see.
  if (query.error instanceof ApiError && query.error.kind === 'forbidden') return null;
  return (
    <Section title="Export" isPanel>
      <QueryContent query={query} action="load the status of the export">
        {(status) => {
          if (status === undefined) return <p className="dimmed">Loading…</p>;
          return status === null ? <NotConfigured /> : <ExportStatus status={status} />;
        }}
      </QueryContent>
    </Section>
  );
}

function NotConfigured() {
  return (
    <p className="dimmed">
      Not configured. To export the log to locked objects of an S3 bucket, set{' '}
      <code>KERF_AUDIT_EXPORT_BUCKET</code> for the workers, as <code>docs/audit.md</code>{' '}
      describes.
    </p>
  );
}

function ExportStatus({ status }: { readonly status: Status }) {
  const { target, lastRunAt, nextRunAt, lastExportAt, waitingEntries, lagSeconds } = status;
  return (
    <Stack gap="sm">
      {status.error !== null && <ExportFailure status={status} error={status.error} />}
      <DescriptionList
        items={[
          ['Target', <code key="t">{target}</code>],
          [
            'Last object written',
            lastExportAt === null ? 'none yet' : <RelativeTime key="e" at={lastExportAt} />,
          ],
          ['Last run', <RelativeTime key="l" at={lastRunAt} />],
          ['Next run', <RelativeTime key="n" at={nextRunAt} />],
          [
            'Not exported yet',
            waitingEntries === 0
              ? 'nothing'
              : `${countOf(waitingEntries, 'entry', 'entries')}, the oldest ${formatAge(lagSeconds * 1_000)} old`,
          ],
        ]}
      />
      {waitingEntries > 0 && status.error === null && (
        <p className="dimmed">
          Entries are exported after the next signed checkpoint, 10 minutes by default.
        </p>
      )}
    </Stack>
  );
}

function ExportFailure({ status, error }: { readonly status: Status; readonly error: string }) {
  return (
    <Notice tone="broken" isAnnounced>
      <strong>The export failed {countOf(status.failures, 'time')} in a row.</strong> {error} No
      entry is lost. Check the bucket, its object lock and the credentials of the workers (
      <code>docs/audit.md</code>, Export); the next run repeats it.
    </Notice>
  );
}
