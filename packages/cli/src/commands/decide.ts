import { type DecisionSummary, dataOf } from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import { etagOf } from '../etag.js';
import type { Io } from '../io.js';
import { formatList, formatOne } from '../output/formats.js';
import { plainName } from '../resource.js';
import { resources } from '../resources.js';
import { type EndOptions, readEnd, withEnd } from './end-options.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';

/** Only rejections have an end. */
interface DecideOptions extends CommonOptions, EndOptions {
  readonly comment?: string;
}

/** `kerf approve`: approves decisions. */
export const approveCommand = (io: Io): Command =>
  decideCommand(io, 'approve', 'Approve decisions that await approval');

/** `kerf reject`: rejects decisions. */
export const rejectCommand = (io: Io): Command =>
  withEnd(decideCommand(io, 'reject', 'Reject decisions that await approval'));

function decideCommand(io: Io, verb: 'approve' | 'reject', description: string): Command {
  return apiCommand(verb, description)
    .argument('<decision...>', 'IDs of decisions, or decision/ID')
    .option('--comment <text>', 'recorded in the history of the decision')
    .addOption(outputOption())
    .action(async (ids: readonly string[], options: DecideOptions) => {
      const decided: DecisionSummary[] = [];
      const plain = ids.map((id) => plainName(resources.decisions, id));
      for (const id of plain) decided.push(await decide(io, { verb, id, options }));
      const [first] = decided;
      const isOne = first !== undefined && decided.length === 1;
      io.out(
        isOne
          ? formatOne<DecisionSummary>(first, resources.decisions, options.output)
          : formatList<DecisionSummary>(decided, resources.decisions, options.output),
      );
    });
}

interface Review {
  readonly verb: 'approve' | 'reject';
  readonly id: string;
  readonly options: DecideOptions;
}

/** Decides on the version that is stored now. */
async function decide(io: Io, { verb, id, options }: Review): Promise<DecisionSummary> {
  const client = await connect(io, options);
  const path = { id };
  const etag = await etagOf(client.GET('/api/v1/decisions/{id}', { params: { path } }));
  const params = { path, header: { 'If-Match': etag, 'Idempotency-Key': io.newKey() } };
  const body = options.comment === undefined ? {} : { comment: options.comment };
  if (verb === 'approve') {
    return dataOf(client.POST('/api/v1/decisions/{id}/approve', { params, body }));
  }
  const rejectedUntil = readEnd(options, io.now());
  return dataOf(
    client.POST('/api/v1/decisions/{id}/reject', {
      params,
      body: { ...body, ...(rejectedUntil === null ? {} : { rejectedUntil }) },
    }),
  );
}
