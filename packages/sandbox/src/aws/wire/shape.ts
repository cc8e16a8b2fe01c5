import { NormalizedSchema } from '@smithy/core/schema';

/** A type of the generated SDK schemas, with its names in one protocol. */
export type Shape = StructShape | ListShape | MapShape | ScalarShape;

export interface StructShape {
  readonly kind: 'struct';
  /** Built lazily, because shapes may contain themselves. */
  readonly members: readonly Member[];
}

export interface Member {
  /** Name in the SDK's types. */
  readonly name: string;
  /** Name in query parameters. */
  readonly queryName: string;
  /** Name in XML responses. */
  readonly xmlName: string;
  readonly jsonName: string;
  readonly isRequired: boolean;
  /** Location in REST requests; `null` is the body. */
  readonly http: { readonly in: 'path' | 'query'; readonly name: string } | null;
  readonly shape: Shape;
}

export interface ListShape {
  readonly kind: 'list';
  readonly xmlName: string;
  readonly item: Shape;
}

export interface MapShape {
  readonly kind: 'map';
  readonly value: Shape;
}

export interface ScalarShape {
  readonly kind: 'string' | 'boolean' | 'number' | 'timestamp' | 'blob' | 'unit';
}

export type SchemaRef = Parameters<typeof NormalizedSchema.of>[0];

/**
 * The naming of query parameters. EC2 has its own names, writes lists as `Name.1` instead of
 * `Name.member.1`, and refuses unknown parameters.
 */
export type QueryDialect = 'ec2' | 'plain';

/** Compiles a schema to a shape, and caches the result. */
export type ShapeCompiler = (schema: SchemaRef) => Shape;

export function createShapeCompiler(dialect: QueryDialect): ShapeCompiler {
  const structs = new Map<unknown, StructShape>();

  const compile = (schema: NormalizedSchema): Shape => {
    if (schema.isStructSchema()) {
      const key = schema.getSchema();
      const struct = structs.get(key) ?? compileStruct(schema);
      structs.set(key, struct);
      return struct;
    }
    if (schema.isListSchema()) {
      const item = schema.getValueSchema();
      return {
        kind: 'list',
        xmlName: item.getMergedTraits().xmlName ?? 'member',
        item: compile(item),
      };
    }
    if (schema.isMapSchema()) return { kind: 'map', value: compile(schema.getValueSchema()) };
    return { kind: scalarKind(schema) };
  };

  const compileStruct = (schema: NormalizedSchema): StructShape => {
    let members: readonly Member[] | null = null;
    return {
      kind: 'struct',
      get members() {
        members ??= compileMembers(schema);
        return members;
      },
    };
  };

  const compileMembers = (schema: NormalizedSchema): readonly Member[] => {
    const requiredCount = countRequired(schema);
    return [...schema.structIterator()].map(([name, member], index) => {
      const traits = member.getMergedTraits();
      const xmlName = member.getMemberTraits().xmlName ?? name;
      return {
        name,
        queryName: queryName(name, traits, dialect),
        xmlName,
        jsonName: traits.jsonName ?? name,
        isRequired: index < requiredCount,
        http: httpBinding(name, traits),
        shape: compile(member),
      };
    });
  };

  return (schema) => compile(NormalizedSchema.of(schema));
}

type Traits = ReturnType<NormalizedSchema['getMergedTraits']>;

function queryName(name: string, traits: Traits, dialect: QueryDialect): string {
  if (dialect === 'plain') return traits.xmlName ?? name;
  const explicit = traits['ec2QueryName'];
  if (typeof explicit === 'string') return explicit;
  const spelled = traits.xmlName ?? name;
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

function httpBinding(name: string, traits: Traits): Member['http'] {
  if (traits.httpLabel === 1) return { in: 'path', name };
  return traits.httpQuery === undefined ? null : { in: 'query', name: traits.httpQuery };
}

/** Generated schemas list required members first, with their number. */
function countRequired(schema: NormalizedSchema): number {
  const raw = schema.getSchema();
  if (!Array.isArray(raw) || (raw[0] !== 3 && raw[0] !== -3)) return 0;
  return raw[6] ?? 0;
}

function scalarKind(schema: NormalizedSchema): ScalarShape['kind'] {
  if (schema.isBooleanSchema()) return 'boolean';
  if (schema.isNumericSchema() || schema.isBigIntegerSchema()) return 'number';
  if (schema.isTimestampSchema()) return 'timestamp';
  if (schema.isBlobSchema()) return 'blob';
  return schema.isUnitSchema() ? 'unit' : 'string';
}

/**
 * A problem of a request that is found before the operation runs; each protocol has its own error
 * for it.
 */
export class InputProblem extends Error {
  constructor(
    readonly kind: 'missing' | 'unknown' | 'invalid',
    /** Path in the client's notation, e.g. `LaunchTemplateConfigs.1.Overrides.2.Priority`. */
    readonly path: string,
    message: string,
  ) {
    super(message);
    this.name = 'InputProblem';
  }
}

export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
