import { dataOf, type KerfClient, type Pause, type PauseInput } from '@kerf/client';
import { type Command, Option } from 'commander';
import { connect } from '../connect.js';
import { etagOf } from '../etag.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { formatList, formatOne } from '../output/formats.js';
import { plainName } from '../resource.js';
import { resources } from '../resources.js';
import { type EndOptions, readEnd, withEnd } from './end-options.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';
import { hasScope, isSameScope, readScope, type ScopeOptions, withScope } from './scope.js';

interface PauseOptions extends CommonOptions, ScopeOptions, EndOptions {
  readonly reason: string;
  readonly stops: keyof typeof stopped;
  readonly owner?: string;
}

/** Extents of a pause, by the word of the command line. */
const stopped = {
  consolidation: 'CONSOLIDATION',
  disruption: 'DISRUPTION',
  launches: 'DISRUPTION_AND_LAUNCHES',
} as const satisfies Record<string, PauseInput['stops']>;

/** `kerf pause`: stops disruption, or launches too, in a scope. */
export const pauseCommand = (io: Io): Command =>
  withEnd(withScope(apiCommand('pause', 'Stop disruption, or launches too, in one scope')))
    .requiredOption('--reason <text>', 'shown wherever the pause holds something')
    .addOption(
      new Option('--stops <what>', 'consolidation, all disruption, or disruption and launches')
        .choices(Object.keys(stopped))
        .default('disruption'),
    )
    .option('--owner <name>', 'who is responsible, if not you')
    .addOption(outputOption())
    .action(async (options: PauseOptions) => {
      const expiresAt = readEnd(options, io.now());
      const client = await connect(io, options);
      const scope = await readScope(client, options);
      const { reason, owner } = options;
      const pause = await dataOf(
        client.POST('/api/v1/pauses', {
          params: { header: { 'Idempotency-Key': io.newKey() } },
          body: {
            scope,
            stops: stopped[options.stops],
            reason,
            ...(owner === undefined ? {} : { owner }),
            ...(expiresAt === null ? {} : { expiresAt }),
          },
        }),
      );
      io.out(formatOne<Pause>(pause, resources.pauses, options.output));
    });

/** `kerf resume`: releases pauses, by their IDs or all of one scope. */
export const resumeCommand = (io: Io): Command =>
  withScope(apiCommand('resume', 'Release pauses, by ID or all of one scope'))
    .argument('[pause...]', 'IDs of pauses, or pause/ID')
    .addOption(outputOption())
    .action(async (pauses: readonly string[], options: CommonOptions & ScopeOptions) => {
      const ids = pauses.map((pause) => plainName(resources.pauses, pause));
      const client = await connect(io, options);
      if (ids.length > 0 && hasScope(options)) {
        throw new Failure(exitCodes.usage, 'Name pauses or one scope, not both.');
      }
      const wanted = ids.length > 0 ? ids : await pausesIn(client, options);
      const released: Pause[] = [];
      for (const id of wanted) released.push(await release(client, id));
      const [first] = released;
      io.out(
        first !== undefined && ids.length === 1
          ? formatOne<Pause>(first, resources.pauses, options.output)
          : formatList<Pause>(released, resources.pauses, options.output),
      );
    });

/** IDs of the pauses in force whose scope is exactly the named one. @throws Failure if there is none */
async function pausesIn(client: KerfClient, options: ScopeOptions): Promise<readonly string[]> {
  const scope = await readScope(client, options);
  const { items } = await dataOf(client.GET('/api/v1/pauses'));
  const found = items.filter((pause) => pause.isInForce && isSameScope(pause.scope, scope));
  if (found.length > 0) return found.map(({ id }) => id);
  throw new Failure(exitCodes.notFound, 'Nothing is paused in exactly this scope.');
}

/** Releases the version that is stored now. */
async function release(client: KerfClient, id: string): Promise<Pause> {
  const path = { id };
  const etag = await etagOf(client.GET('/api/v1/pauses/{id}', { params: { path } }));
  return dataOf(
    client.DELETE('/api/v1/pauses/{id}', { params: { path, header: { 'If-Match': etag } } }),
  );
}
