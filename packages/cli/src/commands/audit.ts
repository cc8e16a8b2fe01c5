import { type AuditEntry, dataOf, itemsOf } from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { type Form, formatList } from '../output/formats.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';

interface AuditOptions extends CommonOptions {
  readonly cluster?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly object?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

const form: Form<AuditEntry> = {
  nameOf: ({ id }) => `audit-entry/${id}`,
  columns: [
    { title: 'AT', of: ({ at }) => at },
    { title: 'ACTOR', of: ({ actorName }) => actorName },
    { title: 'ACTION', of: ({ action }) => action },
    { title: 'OBJECT', of: ({ objectKind, objectName }) => `${objectKind}/${objectName}` },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'OUTCOME', of: ({ outcome }) => outcome },
    { title: 'COMMENT', of: ({ comment }) => comment },
  ],
};

/** `kerf audit`: who did what, newest first. */
export function auditCommand(io: Io): Command {
  return apiCommand('audit', 'Show who did what, newest first')
    .option('--cluster <cluster>', 'name or ID of a cluster')
    .option('--actor <text>', 'part of the name')
    .option('--action <action>', 'action, or the noun before its dot, e.g. decision.')
    .option('--object <text>', 'part of the name, or the ID')
    .option('--from <time>', 'RFC 3339')
    .option('--to <time>', 'RFC 3339, exclusive')
    .option('--limit <count>', 'number of entries, or all', '50')
    .addOption(outputOption())
    .action(async ({ context, server, token, output, limit, ...filter }: AuditOptions) => {
      const connection = { context, server, token };
      const client = await connect(io, withoutUndefined(connection));
      const most = limit === 'all' ? Number.POSITIVE_INFINITY : Number(limit);
      if (!(most >= 1)) throw new Failure(exitCodes.usage, '--limit must be a number or all.');
      const entries: AuditEntry[] = [];
      const read = (cursor: string | undefined) =>
        dataOf(
          client.GET('/api/v1/audit-entries', {
            params: {
              query: {
                ...filter,
                limit: Math.min(most, 100),
                ...(cursor === undefined ? {} : { cursor }),
              },
            },
          }),
        );
      for await (const entry of itemsOf(read)) {
        entries.push(entry);
        if (entries.length >= most) break;
      }
      io.out(formatList(entries, form, output));
    });
}

function withoutUndefined(values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
