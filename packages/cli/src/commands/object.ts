import { Argument } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { type Called, isCalled, readObjectName } from '../resource.js';

/** The kinds of objects that a command is about, by the word that its help shows. */
type Kinds<Kind extends string> = readonly (readonly [Kind, Called])[];

/** The first argument of a command about one object: its kind, or `KIND/NAME`. */
export const kindArgument = (kinds: Kinds<string>): Argument =>
  // `readObject` checks the choices, which may be followed by a name.
  new Argument('<kind>', 'kind of object, or KIND/NAME as -o name prints it')
    .choices(kinds.map(([kind]) => kind))
    .argParser((word) => word);

/**
 * Returns the kind and the name of the object that a command is about: two arguments, or one with a
 * slash between them. The name is absent if none is given.
 * @throws Failure for another kind, and for two names
 */
export function readObject<Kind extends string>(
  kinds: Kinds<Kind>,
  word: string,
  second: string | undefined,
): { readonly kind: Kind; readonly name: string | undefined } {
  const object = readObjectName(word);
  const wanted = object?.kind ?? word;
  const [kind] = kinds.find(([each, called]) => each === wanted || isCalled(called, wanted)) ?? [];
  if (kind === undefined) {
    const known = kinds.map(([each]) => each);
    throw new Failure(
      exitCodes.usage,
      `${wanted} is no kind for this command. Use ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}.`,
    );
  }
  if (object !== null && second !== undefined) {
    throw new Failure(exitCodes.usage, `${second} is too much: ${word} is the name.`);
  }
  return { kind, name: object?.name ?? second };
}

/** As {@link readObject}, for commands that need a name. */
export function readNamed<Kind extends string>(
  kinds: Kinds<Kind>,
  word: string,
  second: string | undefined,
): { readonly kind: Kind; readonly name: string } {
  const { kind, name } = readObject(kinds, word, second);
  if (name !== undefined) return { kind, name };
  throw new Failure(exitCodes.usage, `Name a ${kind}: ${kind}/NAME.`);
}
