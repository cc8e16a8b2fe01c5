import { dataOf } from '@kerf/client';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { dollars } from '../output/values.js';
import { resources } from '../resources.js';
import { kindArgument, readNamed } from './object.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';

const kinds = [['decision', resources.decisions]] as const;

/** `kerf verify decision`: checks the bound of a decision's saving from its stored proof. */
export function verifyCommand(io: Io): Command {
  return apiCommand('verify', 'Check the bound of what a decision saves, from its stored proof')
    .addArgument(kindArgument(kinds))
    .argument('[id]', 'ID of a decision')
    .addOption(outputOption())
    .action(async (word: string, second: string | undefined, options: CommonOptions) => {
      const { name: id } = readNamed(kinds, word, second);
      const client = await connect(io, options);
      const checked = await dataOf(
        client.GET('/api/v1/decisions/{id}/saving-proof', { params: { path: { id } } }),
      );
      const { isProved, problem, mostSaving, nodes, offers, podGroups } = checked;
      if (options.output === 'json') io.out(`${JSON.stringify(checked, null, 2)}\n`);
      else if (options.output === 'yaml') io.out(stringify(checked));
      else if (isProved) {
        io.out(
          `Proved: no decision within the same budgets saves more than ${dollars(mostSaving)} per hour.\n` +
            `The proof has ${nodes} running nodes, ${offers} launchable nodes and ${podGroups} groups of pods.\n`,
        );
      }
      if (!isProved) throw new Failure(exitCodes.failed, `Not proved. ${problem}`);
    });
}
