import { isDeepStrictEqual } from 'node:util';
import { execute, type GraphQLFieldResolver, parse, validate } from 'graphql';
import { operationName } from './operation-name.js';
import { loadSchema } from './schema.js';

export interface Answer {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/**
 * Compares the answer to a request with the schema of the API: each selected field must be there with a value
 * of its type, and no others. Throws with what differs.
 */
export async function checkAnswer({ document, variables, data }: Answer): Promise<void> {
  const schema = loadSchema();
  const parsed = parse(document);
  const invalid = validate(schema, parsed);
  const { errors = invalid, data: selected } =
    invalid.length > 0
      ? {}
      : await execute({
          schema,
          document: parsed,
          rootValue: data,
          variableValues: variables,
          fieldResolver,
        });
  const problems = errors.map(({ path, message }) => `${path?.join('.') ?? 'request'}: ${message}`);
  if (problems.length === 0 && !isDeepStrictEqual(plain(selected), plain(data))) {
    problems.push('it has fields that the request does not select');
  }
  if (problems.length > 0) {
    throw new Error(
      `The answer to ${operationName(document)} does not match the schema of the API. ` +
        `If the recording is outdated, run "npm run record -w apps/web".\n${problems.join('\n')}`,
    );
  }
}

/** Reads what an answer has for a field; an answer has aliases in place of names. */
const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, info) => {
  const key = String(info.path.key);
  if (typeof source !== 'object' || source === null || !(key in source)) {
    throw new Error('the field is missing');
  }
  return Reflect.get(source, key);
};

/** The result of an execution has objects without a prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
