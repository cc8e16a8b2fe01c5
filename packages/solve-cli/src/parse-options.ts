import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Parses options and positional arguments; `null` if they are invalid. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}
