import type { Change, KerfClient } from '@kerf/client';
import { exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';
import type { Form } from './output/formats.js';

/** Filters of lists; those that a list does not have are refused. */
export interface Filters {
  readonly cluster?: string;
  readonly pool?: readonly string[];
  readonly state?: readonly string[];
  readonly search?: string;
  readonly selector?: string;
  readonly fieldSelector?: string;
  /** Objects that have ended, too. */
  readonly all?: boolean;
}

/** A kind of object that `get` lists. */
export interface Resource<Item> extends Form<Item> {
  readonly name: string;
  /** One object in a sentence, e.g. `NodeClaim`. */
  readonly noun: string;
  readonly aliases: readonly string[];
  readonly filters: readonly (keyof Filters)[];
  /** Topics of changes after which the list may be another. */
  readonly topics: readonly Change['topic'][];
  readonly list: (client: KerfClient, filters: Filters) => AsyncIterable<Item>;
  /** Whether the user means this item. */
  readonly isNamed: (item: Item, name: string) => boolean;
}

/** Declares a resource; the type of its items stays known. */
export const resource = <Item>(declared: Resource<Item>): Resource<Item> => declared;

/** Names of a resource. */
export type Called = Pick<Resource<never>, 'name' | 'aliases'>;

/** Whether the word is the name of the resource, or an alias. */
export const isCalled = ({ name, aliases }: Called, word: string): boolean =>
  name === word || aliases.includes(word);

/** An object as `-o name` prints it, `KIND/NAME`. */
export interface ObjectName {
  readonly kind: string;
  /** May contain slashes. */
  readonly name: string;
}

/** Splits `KIND/NAME`; `null` without a slash. @throws Failure if the name is missing */
export function readObjectName(text: string): ObjectName | null {
  const slash = text.indexOf('/');
  if (slash < 0) return null;
  const [kind, name] = [text.slice(0, slash), text.slice(slash + 1)];
  if (name !== '') return { kind, name };
  throw new Failure(exitCodes.usage, `${text} has no name. Use ${kind}/NAME.`);
}

/** Returns the plain name or ID of an object that may be given as `KIND/NAME`. @throws Failure for another kind */
export function plainName(called: Called, text: string): string {
  const object = readObjectName(text);
  if (object === null) return text;
  if (isCalled(called, object.kind)) return object.name;
  const [kind = called.name] = called.aliases;
  throw new Failure(exitCodes.usage, `${text} is no ${kind}. Use a name or ID, or ${kind}/NAME.`);
}
