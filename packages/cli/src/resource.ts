import type { Change, KerfClient } from '@kerf/client';
import type { Form } from './output/formats.js';

/** Filters of lists; those that a list does not have are refused. */
export interface Filters {
  readonly cluster?: string;
  readonly pool?: readonly string[];
  readonly state?: readonly string[];
  readonly search?: string;
  readonly selector?: string;
  readonly fieldSelector?: string;
}

/** A kind of object that `get` lists. */
export interface Resource<Item> extends Form<Item> {
  readonly name: string;
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
