import { z } from 'zod';

/** The same type with nothing read-only, as the input of a schema is typed. */
export type Mutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Mutable<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
      : T;

/** A schema for each field of `T`: a field that is forgotten, or of another type, does not compile. */
export type FieldsOf<T> = { readonly [Key in keyof T]-?: z.ZodType<T[Key]> };

/**
 * Returns the schema as one of `T`. It compiles only if the schema accepts every `T` (all words of
 * an enum, all members of a union) and gives nothing else.
 */
export const provenTo = <T>() => ({
  read<Schema extends z.ZodType<T>>(
    schema: Schema & (Mutable<T> extends z.input<Schema> ? unknown : never),
  ): z.ZodType<T> {
    return schema;
  },
});

/** A value to write into a Json column; Prisma and `JSON.stringify` call `toJSON`. */
export interface StoredJson {
  toJSON(): unknown;
}

/** A row before the formats of its Json columns have read them. */
export type Stored<Row, Column extends keyof Row> = Omit<Row, Column> &
  Readonly<Record<Column, unknown>>;

/** Writes and reads the values of one Json column, or of several columns with the same type. */
export interface RecordFormat<T> {
  /** In findings and errors, e.g. `node_claims.plan`. */
  readonly column: string;
  /** @throws UnreadableRecord */
  read(stored: unknown): T;
  /** The same; `null` for an empty column. */
  readNullable(stored: unknown): T | null;
  write(value: T): StoredJson;
  /** The same; `null` leaves the column empty. */
  writeNullable(value: T | null | undefined): StoredJson | null;
}

/** Turns a value of one version into one of the next. */
export type Upgrade = (old: unknown) => unknown;

export interface FormatOptions<T> {
  readonly column: string;
  readonly schema: z.ZodType<T>;
  /**
   * `fields`: the version stands beside the fields of an object, so that SQL finds them as before.
   * `value`: lists and maps are wrapped, `{ v, value }`.
   */
  readonly layout: 'fields' | 'value';
  /**
   * The first turns a value without a version (written before there were versions) into version 1;
   * each other one makes the next version. The current version is the number of upgrades.
   */
  readonly upgrades: readonly [Upgrade, ...(readonly Upgrade[])];
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

/** Upgrade of formats whose version 1 equals the values written before there were versions. */
export const unchanged: Upgrade = (old) => old;

export function recordFormat<T>({
  column,
  schema,
  layout,
  upgrades,
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

/** Version 0: written before there were versions. */
function unwrap(
  stored: unknown,
  layout: FormatOptions<unknown>['layout'],
): { readonly version: number; readonly value: unknown } {
  if (layout === 'value') {
    const { data } = wrapped.safeParse(stored);
    // A map without a version has no entry `value` beside a number `v`: labels are text.
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

/** The first problems with their paths; never the value itself, which may be long or secret. */
export function describe({ issues }: z.ZodError): string {
  const shown = issues
    .slice(0, shownProblems)
    .map(({ path, message }) => `${path.length === 0 ? 'value' : path.join('.')}: ${message}`);
  const omitted = issues.length - shown.length;
  return [...shown, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; ');
}
