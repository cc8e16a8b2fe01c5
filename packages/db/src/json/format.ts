import { z } from 'zod';

/** The same type without `readonly`, like the input type of a schema. */
export type Mutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Mutable<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
      : T;

/**
 * Returns the schema as one of `T`. It compiles only if the schema accepts every `T` (all members
 * of an enum or union) and produces nothing else.
 */
export const provenTo = <T>() => ({
  read<Schema extends z.ZodType<T>>(
    schema: Schema & (Mutable<T> extends z.input<Schema> ? unknown : never),
  ): z.ZodType<T> {
    return schema;
  },
});

/** A value to write to a JSON column; Prisma and `JSON.stringify` call `toJSON`. */
export interface StoredJson {
  toJSON(): unknown;
}

/** A row whose JSON columns are not parsed yet. */
export type Stored<Row, Column extends keyof Row> = Omit<Row, Column> &
  Readonly<Record<Column, unknown>>;

/** Writes and reads the values of one JSON column, or of several columns with the same type. */
export interface RecordFormat<T> {
  /** The name in findings and errors, e.g. `node_claims.plan`. */
  readonly column: string;
  /**
   * Reads a value of any version.
   * @throws UnreadableRecord
   */
  read(stored: unknown): T;
  /** Like `read`; returns `null` for an empty column. */
  readNullable(stored: unknown): T | null;
  write(value: T): StoredJson;
  /** Like `write`; `null` leaves the column empty. */
  writeNullable(value: T | null | undefined): StoredJson | null;
}

/** Converts a value of one version to the next. */
export type Upgrade = (old: unknown) => unknown;

export interface FormatOptions<T> {
  readonly column: string;
  readonly schema: z.ZodType<T>;
  /**
   * `fields`: the version is stored beside the fields of an object, so that SQL can still read
   * them.
   * `value`: for lists and maps, wrapped as `{ v, value }`.
   * @default 'fields'
   */
  readonly layout?: 'fields' | 'value';
  /**
   * The first upgrade converts a value without a version to version 1; each later one produces the
   * next version. The current version is the number of upgrades.
   * @default [unchanged]
   */
  readonly upgrades?: readonly [Upgrade, ...(readonly Upgrade[])];
}

/** A stored value does not match the format of its column. Lists omit and report its row. */
export class UnreadableRecord extends Error {
  constructor(
    readonly column: string,
    readonly problem: string,
  ) {
    super(`${column} cannot be read: ${problem}`);
    this.name = 'UnreadableRecord';
  }
}

/** The upgrade for formats whose version 1 equals the values without a version. */
const unchanged: Upgrade = (old) => old;

export function recordFormat<T>({
  column,
  schema,
  layout = 'fields',
  upgrades = [unchanged],
}: FormatOptions<T>): RecordFormat<T> {
  const current = upgrades.length;
  const read = (stored: unknown): T => {
    const { version, value } = unwrap(stored, layout);
    if (version > current) {
      throw new UnreadableRecord(
        column,
        `it was written by a newer version of Kerf (format ${version}; supported up to ${current})`,
      );
    }
    const upgraded = upgrades.slice(version).reduce((old, upgrade) => upgrade(old), value);
    const parsed = schema.safeParse(upgraded);
    if (!parsed.success) throw new UnreadableRecord(column, describe(parsed.error));
    return parsed.data;
  };
  const write = (value: T): StoredJson => ({
    toJSON: () => (layout === 'fields' ? { v: current, ...value } : { v: current, value }),
  });
  return {
    column,
    read,
    readNullable: (stored) => (isEmpty(stored) ? null : read(stored)),
    write,
    writeNullable: (value) => (value === null || value === undefined ? null : write(value)),
  };
}

const isEmpty = (stored: unknown): boolean => stored === null || stored === undefined;

const envelope = z.looseObject({ v: z.int().positive() });
const wrapped = z.object({ v: z.int().positive(), value: z.unknown() });

/** Splits a stored value into version and value. Version 0 was written before versions existed. */
function unwrap(
  stored: unknown,
  layout: 'fields' | 'value',
): { readonly version: number; readonly value: unknown } {
  if (layout === 'value') {
    const { data } = wrapped.safeParse(stored);
    // A map without a version cannot look wrapped: its values are text, and `v` is a number.
    if (data !== undefined) return { version: data.v, value: data.value };
  } else {
    const { data } = envelope.safeParse(stored);
    if (data !== undefined) {
      const { v: version, ...value } = data;
      return { version, value };
    }
  }
  return { version: 0, value: stored };
}

const shownProblems = 3;

/**
 * Returns the first problems with their paths, but never the value, which may be long or secret.
 */
export function describe({ issues }: z.ZodError): string {
  const shown = issues
    .slice(0, shownProblems)
    .map(({ path, message }) => `${path.length === 0 ? 'value' : path.join('.')}: ${message}`);
  const omitted = issues.length - shown.length;
  return [...shown, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; ');
}
