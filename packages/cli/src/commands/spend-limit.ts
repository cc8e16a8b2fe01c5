import {
  type AccessScopeInput,
  dataOf,
  doneOf,
  type KerfClient,
  type SpendLimit,
  type SpendLimitAmounts,
} from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import { etagOf } from '../etag.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { formatOne } from '../output/formats.js';
import { resources } from '../resources.js';
import { deleteFromFiles } from './apply.js';
import { kindArgument, readObject } from './object.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';
import { readDollars } from './read-value.js';
import { hasScope, isSameScope, readScope, type ScopeOptions, withScope } from './scope.js';

interface LimitOptions extends CommonOptions, ScopeOptions {
  readonly hourly?: string;
  readonly monthly?: string;
  readonly blocksLaunches?: boolean;
}

/** `kerf set spend-limit`: creates the spend limit of a scope, or changes it. */
export const setSpendLimitCommand = (io: Io): Command =>
  withScope(apiCommand('spend-limit', 'Set the spend limit of one scope'))
    .option('--hourly <dollars>', 'cost per hour, or none', amountOr('--hourly'))
    .option('--monthly <dollars>', 'cost in a calendar month, or none', amountOr('--monthly'))
    .option('--blocks-launches', 'launch nothing once the month has reached its limit')
    .option('--no-blocks-launches', 'only report what the month has reached')
    .addOption(outputOption())
    .action(async (options: LimitOptions) => {
      const { hourly, monthly, blocksLaunches } = options;
      if ([hourly, monthly, blocksLaunches].every((value) => value === undefined)) {
        const values = '--hourly, --monthly or --blocks-launches';
        throw new Failure(exitCodes.usage, `Nothing to change. Give ${values}.`);
      }
      const client = await connect(io, options);
      const limit = await saveLimit(io, client, options);
      io.out(formatOne<SpendLimit>(limit, resources.spendLimits, options.output));
    });

const deletable = [['spend-limit', resources.spendLimits]] as const;

/** `kerf delete`: deletes a spend limit, or the objects of manifests. */
export const deleteCommand = (io: Io): Command =>
  withScope(
    apiCommand('delete', 'Delete a spend limit, by ID or of one scope, or the objects of files'),
  )
    .addArgument(kindArgument(deletable).argOptional())
    .option('-f, --filename <file>', 'file with manifests, or - for the standard input', listOf)
    .argument('[limit]', 'ID of the spend limit')
    .action(
      async (
        word: string | undefined,
        second: string | undefined,
        options: CommonOptions & ScopeOptions & { readonly filename?: readonly string[] },
      ): Promise<void> => {
        const { filename } = options;
        if (word === undefined && filename !== undefined && !hasScope(options)) {
          await deleteFromFiles(io, { ...options, filename });
          return;
        }
        if (word === undefined || filename !== undefined) {
          throw new Failure(exitCodes.usage, 'Name a spend limit, or files with -f, not both.');
        }
        const { name } = readObject(deletable, word, second);
        if (name !== undefined && hasScope(options)) {
          throw new Failure(exitCodes.usage, 'Name a spend limit or one scope, not both.');
        }
        const client = await connect(io, options);
        const id = name ?? (await idOfScope(client, await readScope(client, options)));
        if (id === undefined) {
          throw new Failure(exitCodes.notFound, 'Spend limit of exactly this scope not found.');
        }
        const path = { id };
        const read = client.GET('/api/v1/spend-limits/{id}', { params: { path } });
        const header = { 'If-Match': await etagOf(read) };
        await doneOf(client.DELETE('/api/v1/spend-limits/{id}', { params: { path, header } }));
      },
    );

const none = 'none';

/** Reads an amount; `none` removes it. */
const amountOr =
  (option: string) =>
  (text: string): string =>
    text === none ? none : readDollars(option)(text);

/** Returns the ID of the spend limit of exactly the named scope. */
async function idOfScope(client: KerfClient, scope: AccessScopeInput): Promise<string | undefined> {
  const { items } = await dataOf(client.GET('/api/v1/spend-limits', { params: { query: {} } }));
  return items.find((limit) => isSameScope(limit.scope, scope))?.id;
}

/** Creates the limit, or changes the version that is stored now; what is not named stays. */
async function saveLimit(io: Io, client: KerfClient, options: LimitOptions): Promise<SpendLimit> {
  const scope = await readScope(client, options);
  const id = await idOfScope(client, scope);
  if (id === undefined) {
    const header = { 'Idempotency-Key': io.newKey() };
    const body = { scope, ...changedAmounts(options, noAmounts) };
    return dataOf(client.POST('/api/v1/spend-limits', { params: { header }, body }));
  }
  const path = { id };
  const read = client.GET('/api/v1/spend-limits/{id}', { params: { path } });
  const header = { 'If-Match': await etagOf(read) };
  const body = changedAmounts(options, await dataOf(read));
  return dataOf(client.PUT('/api/v1/spend-limits/{id}', { params: { path, header }, body }));
}

type Amounts = Pick<SpendLimit, 'hourly' | 'monthly' | 'blocksLaunches'>;

const noAmounts: Amounts = { hourly: null, monthly: null, blocksLaunches: false };

function changedAmounts(
  { hourly, monthly, blocksLaunches }: LimitOptions,
  before: Amounts,
): SpendLimitAmounts {
  const amountOf = (given: string | undefined, stored: string | null): string | null => {
    if (given === undefined) return stored;
    return given === none ? null : given;
  };
  return {
    hourly: amountOf(hourly, before.hourly),
    monthly: amountOf(monthly, before.monthly),
    blocksLaunches: blocksLaunches ?? before.blocksLaunches,
  };
}
