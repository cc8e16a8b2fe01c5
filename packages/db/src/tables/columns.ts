import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { type RecordFormat, UnreadableRecord } from '../json/format.js';
import { instant as storedInstant } from '../json/rows.js';
import * as values from '../json/values.js';
import { oneOf } from '../json.js';

/** A type of Postgres that a column has. */
export type SqlType =
  | 'text'
  | 'text[]'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'timestamptz'
  | 'jsonb';

/**
 * Columns by the names of their fields. Each schema reads what the driver returns, and is encoded
 * to what a statement takes; the column's name is the field's in snake case.
 */
export type Columns = Readonly<Record<string, z.ZodType>>;

/** A schema of {@link Columns}, as zod's functions take it. */
type AnySchema = z.core.$ZodType;

const types = new WeakMap<AnySchema, SqlType>();
const names = new WeakMap<AnySchema, string>();
const expressions = new WeakMap<AnySchema, Prisma.Sql>();

function ofType<Schema extends AnySchema>(type: SqlType, schema: Schema): Schema {
  types.set(schema, type);
  return schema;
}

export const text = ofType('text', values.text);
export const texts: z.ZodType<readonly string[]> = ofType('text[]', values.texts);
export const flag = ofType('boolean', values.flag);
export const integer = ofType('integer', z.int());
export const float = ofType('double precision', values.number);
export const instant = ofType('timestamptz', storedInstant);

/** A whole number that may need more than 32 bits, e.g. an amount of money. */
export const bigint = ofType(
  'bigint',
  z.codec(z.union([z.number(), z.bigint()]), z.number(), {
    decode: Number,
    encode: (value) => value,
  }),
);

/** A text of a closed union; any other one, e.g. of a newer version, makes its record unreadable. */
export const word = <const Word extends string>(words: readonly Word[]) =>
  ofType(
    'text',
    z.codec(z.string(), z.custom<Word>(), {
      decode: (stored) => oneOf(words, stored),
      encode: (known) => known,
    }),
  );

/** JSON in a format with versions. */
export const json = <T>(format: RecordFormat<T>) =>
  ofType(
    'jsonb',
    z.codec(z.unknown(), z.custom<T>(), {
      decode: (stored) => format.read(stored),
      encode: (value) => format.write(value),
    }),
  );

/** JSON that counts as missing if it cannot be read. */
export const jsonIfReadable = <T>(format: RecordFormat<T>) =>
  ofType(
    'jsonb',
    z.codec(z.unknown(), z.custom<T | null>(), {
      decode(stored) {
        try {
          return format.readNullable(stored);
        } catch (error) {
          if (error instanceof UnreadableRecord) return null;
          throw error;
        }
      },
      encode: (value) => format.writeNullable(value),
    }),
  );

/** A column whose name is not that of its field. */
export function named<Schema extends z.ZodType>(schema: Schema, name: string): Schema {
  const own = ofType(sqlTypeOf(schema), schema.clone());
  names.set(own, name);
  return own;
}

/** A field of a list that is no column of its table, computed by an expression. */
export function computed<Schema extends z.ZodType>(schema: Schema, expression: Prisma.Sql): Schema {
  const own = schema.clone();
  expressions.set(own, expression);
  return own;
}

/** Returns the SQL type of a column. */
export function sqlTypeOf(schema: AnySchema): SqlType {
  const type =
    types.get(schema) ?? (schema instanceof z.ZodNullable ? sqlTypeOf(schema.unwrap()) : undefined);
  if (type === undefined) throw new Error('a column has a schema of columns.ts');
  return type;
}

/** Returns the name of a field's column, quoted. */
export const columnName = ([field, schema]: readonly [string, AnySchema]): string =>
  `"${names.get(schema) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

/** Returns what a statement selects for the fields, from the table with the alias. */
export const selected = (columns: Columns, alias: string): Prisma.Sql =>
  Prisma.join(
    Object.entries(columns).map(
      (column) =>
        Prisma.sql`${expressions.get(column[1]) ?? ofTable(column, alias)} AS ${Prisma.raw(`"${column[0]}"`)}`,
    ),
  );

/** The driver returns a `bigint` as text. */
function ofTable(column: readonly [string, AnySchema], alias: string): Prisma.Sql {
  const cast = sqlTypeOf(column[1]) === 'bigint' ? '::float8' : '';
  return Prisma.raw(`${alias}.${columnName(column)}${cast}`);
}
