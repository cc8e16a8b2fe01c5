import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { type Io, variable } from '../io.js';
import { type Fields, isFields } from './fields.js';

/** A `spec` without its secrets, and their values from the environment. */
export interface SecretsOf {
  readonly spec: Fields;
  readonly secrets: Fields;
}

/**
 * Takes secrets out of a `spec`: `{secretFrom: {env: NAME}}`. Manifests are shown and stored, so a
 * secret in one is refused.
 * @throws Failure
 */
export function takeSecrets(
  io: Pick<Io, 'env'>,
  spec: Fields,
  names: readonly string[],
): SecretsOf {
  const given = names.filter((name) => spec[name] !== undefined && spec[name] !== null);
  const secrets = given.map((name) => [name, secretOf(io, name, spec[name])] as const);
  const rest = Object.entries(spec).filter(([name]) => !names.includes(name));
  return { spec: Object.fromEntries(rest), secrets: Object.fromEntries(secrets) };
}

function secretOf(io: Pick<Io, 'env'>, field: string, given: unknown): string {
  const from = isFields(given) ? given['secretFrom'] : undefined;
  const name = isFields(from) ? from['env'] : undefined;
  if (typeof name !== 'string') {
    const example = `${field}: {secretFrom: {env: NAME}}`;
    throw new Failure(
      exitCodes.invalid,
      `${field} is secret: name a variable of the environment, ${example}, or leave it out to keep the stored one.`,
    );
  }
  const value = variable(io, name);
  if (value !== undefined) return value;
  throw new Failure(exitCodes.invalid, `${field}: the variable ${name} is not set.`);
}
