import { NormalizedSchema } from '@smithy/core/schema';

/** What the generated schemas of the SDK clients say of a type, in the words of one protocol. */
export type Shape = StructShape | ListShape | MapShape | ScalarShape;

export interface StructShape {
  readonly kind: 'struct';
  /** Built when first asked for: shapes may contain themselves. */
  readonly members: readonly Member[];
}

export interface Member {
  /** In the SDK's types. */
  readonly name: string;
  /** In a query's parameters. */
  readonly queryName: string;
  /** In an XML answer. */
  readonly xmlName: string;
  readonly jsonName: string;
  readonly isRequired: boolean;
  /** Where REST puts it; `null` is the body. */
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
 * How a protocol names query parameters. EC2 has names of its own, writes lists as `Name.1` and not
 * `Name.member.1`, and refuses parameters that it does not know.
 */
export type QueryDialect = 'ec2' | 'plain';

/** A compiler remembers what it compiled: a client's schema is compiled once. */
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

/** The generated schemas list required members first and say how many they are. */
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

/** What is wrong with a request before any operation sees it; every protocol has its own words for it. */
export class InputProblem extends Error {
  constructor(
    readonly kind: 'missing' | 'unknown' | 'invalid',
    /** E.g. `LaunchTemplateConfigs.1.Overrides.2.Priority`, as the client wrote it. */
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
