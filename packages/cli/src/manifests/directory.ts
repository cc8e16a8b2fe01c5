import { KerfProblem, type UncheckedCall } from '@kerf/client';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { notFound } from '../output/sentences.js';
import { type Fields, isFields, listOf } from './fields.js';

/** Lists in which names are looked up, with the noun of their objects. */
const lists = {
  '/api/v1/clusters': 'Cluster',
  '/api/v1/teams': 'Team',
  '/api/v1/users': 'User',
  '/api/v1/roles': 'Role',
  '/api/v1/api-tokens': 'API token',
  '/api/v1/notification-channels': 'Notification channel',
} as const;
type ListPath = keyof typeof lists;

/** An object that a dry run would create, if it does not exist. */
export interface Planned {
  readonly path: string;
  readonly name: string;
}

/** Reads lists once, and finds the IDs of names in them. */
export class Directory {
  readonly #call: UncheckedCall;
  readonly #items = new Map<string, Promise<readonly Fields[]>>();
  readonly #planned: readonly Planned[];

  /** @param planned objects that a dry run would create */
  constructor(call: UncheckedCall, planned: readonly Planned[] = []) {
    this.#call = call;
    this.#planned = planned;
  }

  /** Returns the items of a list. */
  items(path: string): Promise<readonly Fields[]> {
    const known = this.#items.get(path);
    if (known !== undefined) return known;
    const items = this.#read(path);
    this.#items.set(path, items);
    return items;
  }

  /** Returns the object at a path. */
  async one(path: string): Promise<Fields> {
    const { data } = await this.#call('GET', path);
    return isFields(data) ? data : {};
  }

  /** The list was changed: it is read again. */
  forget(path: string): void {
    this.#items.delete(path);
  }

  /** Returns the ID of a name or ID. @throws Failure unless it is that of exactly one object */
  async idOf(path: ListPath, wanted: unknown): Promise<string> {
    const named = (await this.items(path)).filter(
      ({ id, name }) => id === wanted || name === wanted,
    );
    const [id] = named.map((one) => one['id']);
    if (named.length === 1 && typeof id === 'string') return id;
    if (named.length > 1) {
      throw new Failure(
        exitCodes.invalid,
        `${named.length} objects are named ${String(wanted)}. Use the ID of the ${lists[path]}.`,
      );
    }
    if ((await this.planned(path)).some((name) => name === wanted)) return `new ${String(wanted)}`;
    throw new Failure(exitCodes.notFound, notFound(lists[path], String(wanted)));
  }

  /**
   * Returns the name of an ID; the ID if its name is unknown, or that of several objects, and if the
   * caller may not read the list.
   */
  async nameOf(path: ListPath, id: unknown): Promise<unknown> {
    const items = await this.items(path).catch(noneIfForbidden);
    const name = items.find((one) => one['id'] === id)?.['name'];
    return items.filter((one) => one['name'] === name).length === 1 ? name : id;
  }

  /** Returns the names of objects of a list that a dry run would create. */
  async planned(path: ListPath): Promise<readonly string[]> {
    const existing = new Set((await this.items(path)).map(({ name }) => name));
    return this.#planned.flatMap((one) =>
      one.path === path && !existing.has(one.name) ? [one.name] : [],
    );
  }

  async #read(path: string): Promise<readonly Fields[]> {
    const items: Fields[] = [];
    for (let query = ''; ; ) {
      const { data } = await this.#call('GET', `${path}${query}`);
      if (!isFields(data)) return items;
      items.push(...listOf(data, 'items'));
      const cursor = data['nextCursor'];
      if (typeof cursor !== 'string') return items;
      query = `?cursor=${encodeURIComponent(cursor)}`;
    }
  }
}

function noneIfForbidden(error: unknown): readonly Fields[] {
  if (error instanceof KerfProblem && error.status === 403) return [];
  throw error;
}
