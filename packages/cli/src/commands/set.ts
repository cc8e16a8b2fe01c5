import { type AlertThresholds, dataOf } from '@kerf/client';
import { Command, Option } from 'commander';
import { connect } from '../connect.js';
import { etagOf } from '../etag.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { formatOne } from '../output/formats.js';
import { resources } from '../resources.js';
import { apiCommand, type CommonOptions, outputOption, ownOptions } from './options.js';
import { readCount, readDollars, readDuration } from './read-value.js';
import { readScope } from './scope.js';
import { setSpendLimitCommand } from './spend-limit.js';

/** `kerf set`: changes spend limits, alert thresholds and settings of brakes. */
export const setCommand = (io: Io): Command =>
  new Command('set')
    .description('Change spend limits, alert thresholds and settings of brakes')
    .addCommand(setSpendLimitCommand(io))
    .addCommand(setAlertThresholdsCommand(io))
    .addCommand(setBrakeSettingsCommand(io));

interface AlertOptions extends CommonOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly nodes?: number;
  readonly spend?: string;
  readonly changesPerMinute?: number;
}

function setAlertThresholdsCommand(io: Io): Command {
  return apiCommand(
    'alert-thresholds',
    'Change alert thresholds of a team or of all clusters; 0 turns one off',
  )
    .option('--all', 'the whole organization')
    .option('--team <team>', 'name or ID of a team')
    .option('--nodes <count>', 'number of nodes', readCount('--nodes'))
    .option('--spend <dollars>', 'cost per hour', readDollars('--spend'))
    .option(
      '--changes-per-minute <count>',
      'NodeClaims requested or ended within a minute',
      readCount('--changes-per-minute'),
    )
    .addOption(outputOption())
    .action(async (options: AlertOptions) => {
      const { all, team, ...body } = ownOptions(options);
      requireValues(body);
      const client = await connect(io, options);
      const { teamId = 'organization' } = await readScope(client, { all, team });
      const path = { scope: teamId };
      const read = client.GET('/api/v1/alert-thresholds/{scope}', { params: { path } });
      const header = { 'If-Match': await etagOf(read) };
      const changed = await dataOf(
        client.PATCH('/api/v1/alert-thresholds/{scope}', { params: { path, header }, body }),
      );
      io.out(formatOne<AlertThresholds>(changed, resources.alertThresholds, options.output));
    });
}

interface BrakeOptions extends CommonOptions {
  readonly cluster: string;
  readonly claimsPerMinute?: number;
  readonly spendRise?: string;
  readonly launchFailures?: number;
  readonly registrationFailures?: number;
  readonly registrationOverdue?: number;
  readonly flapRepeats?: number;
  readonly flapWindow?: number;
  readonly flapFreeze?: number;
  readonly alertNodes?: number;
  readonly alertSpend?: string;
  readonly alertChangesPerMinute?: number;
}

/** Options of settings of brakes, with what they mean and how they are read. */
const brakeOptions = [
  ['--claims-per-minute <count>', 'NodeClaims requested within a minute', readCount],
  ['--spend-rise <dollars>', 'rise of the cost per hour within 10 minutes', readDollars],
  ['--launch-failures <count>', 'refused launches of a NodePool in a row', readCount],
  ['--registration-failures <count>', 'nodes in a row that did not join', readCount],
  ['--registration-overdue <duration>', 'when a node has not joined, e.g. 5m', readDuration],
  ['--flap-repeats <count>', 'repetitions of a consolidation', readCount],
  ['--flap-window <duration>', 'time within which they count, e.g. 2h', readDuration],
  ['--flap-freeze <duration>', 'how long consolidation is frozen, e.g. 4h', readDuration],
  ['--alert-nodes <count>', 'alert: number of nodes', readCount],
  ['--alert-spend <dollars>', 'alert: cost per hour', readDollars],
  ['--alert-changes-per-minute <count>', 'alert: NodeClaims requested or ended', readCount],
] as const;

function setBrakeSettingsCommand(io: Io): Command {
  const command = apiCommand(
    'brake-settings',
    'Change thresholds of the brakes and alerts of a cluster; 0 turns one off',
  ).requiredOption('--cluster <cluster>', 'name or ID of the cluster');
  for (const [flags, description, read] of brakeOptions) {
    const option = new Option(flags, description);
    command.addOption(option.argParser<string | number>(read(option.long ?? flags)));
  }
  return command.addOption(outputOption()).action(async (options: BrakeOptions) => {
    const { cluster, registrationOverdue, flapWindow, flapFreeze, ...values } = ownOptions(options);
    const body = {
      ...values,
      ...(registrationOverdue === undefined ? {} : { registrationOverdueMs: registrationOverdue }),
      ...(flapWindow === undefined ? {} : { flapWindowMs: flapWindow }),
      ...(flapFreeze === undefined ? {} : { flapFreezeMs: flapFreeze }),
    };
    requireValues(body);
    const client = await connect(io, options);
    const path = { cluster };
    const read = client.GET('/api/v1/clusters/{cluster}/brake-settings', { params: { path } });
    const header = { 'If-Match': await etagOf(read) };
    const settings = await dataOf(
      client.PATCH('/api/v1/clusters/{cluster}/brake-settings', {
        params: { path, header },
        body,
      }),
    );
    const changed = { ...settings, clusterName: cluster };
    io.out(formatOne<typeof changed>(changed, resources.brakeSettings, options.output));
  });
}

/** @throws Failure if there is nothing to change */
function requireValues(values: object): void {
  if (Object.keys(values).length > 0) return;
  throw new Failure(exitCodes.usage, 'Nothing to change. Give at least one value; see --help.');
}
