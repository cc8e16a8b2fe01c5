import { Command, Option } from 'commander';
import { type Format, formats } from '../output/formats.js';

/** Options of every command that calls the API. */
export interface CommonOptions {
  readonly context?: string;
  readonly server?: string;
  readonly token?: string;
  readonly output: Format;
}

/** Returns a command with the options of every command that calls the API. */
export function apiCommand(usage: string, description: string): Command {
  return new Command(usage)
    .description(description)
    .option('--context <name>', 'context of the configuration file')
    .option('--server <url>', 'address of the server (KERF_SERVER)')
    .option('--token <token>', 'API token (KERF_TOKEN)');
}

/** `-o`, the form of the output. */
export const outputOption = (): Option =>
  new Option('-o, --output <format>', 'form of the output').choices([...formats]).default('table');

/** Collects an option that may be repeated, or has values separated by commas. */
export const listOf = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...value.split(',').filter((part) => part !== ''),
];

/** Returns the options of a command without those of every command. */
export function ownOptions<Options extends CommonOptions>({
  context: _context,
  server: _server,
  token: _token,
  output: _output,
  ...own
}: Options): Omit<Options, keyof CommonOptions> {
  return own;
}
