// Writes the schemas that read stored JSON, from the types in packages/db/src/json/stored-types.ts. They are committed,
// because a change of them is a change of what is stored.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages/db/src/json');

/**
 * The zod schemas of types, as code. A type with a name becomes a constant, before those that contain it; objects
 * are loose, so that fields of a newer version are kept.
 */
class SchemaWriter {
  readonly #checker: ts.TypeChecker;
  readonly #names = new Map<ts.Type, string>();
  readonly #constants = new Map<string, string>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  get constants(): readonly string[] {
    return [...this.#constants].map(([name, schema]) => `const ${name} = ${schema};`);
  }

  /** @throws Error naming the path of a type that has no schema */
  schemaOf(type: ts.Type, path: string, nameInUnion: string | null = null): string {
    const known = this.#names.get(type) ?? this.#plainSchemaOf(type);
    if (known !== null) return known;
    if (type.isUnion()) return this.#union(type, path);
    const item = this.#checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
    if (item !== undefined) return `z.array(${this.schemaOf(item, `${path}[]`)})`;
    const value = type.getStringIndexType();
    if (value !== undefined) return mapOf(this.schemaOf(value, `${path}{}`));
    if (!has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)) {
      throw new Error(`${path} has the type ${this.#checker.typeToString(type)}: extend this tool`);
    }
    return this.#named(type, nameOf(type) ?? nameInUnion, () => this.#object(type, path));
  }

  #plainSchemaOf(type: ts.Type): string | null {
    // A brand, e.g. of an ID or a unit, is not stored.
    const members = type.isIntersection() ? type.types : [type];
    const [, schema = null] =
      plainSchemas.find(([flag]) => members.some((member) => has(member, flag))) ?? [];
    if (schema !== null) return schema;
    if (!has(type, ts.TypeFlags.Literal)) return null;
    return `z.literal(${type.isStringLiteral() ? quoted(type.value) : this.#checker.typeToString(type)})`;
  }

  #union(type: ts.UnionType, path: string): string {
    const present = type.getNonNullableType();
    if (present !== type) {
      const isNullable = type.types.some((member) => has(member, ts.TypeFlags.Null));
      return `${this.schemaOf(present, path)}${isNullable ? '.nullable()' : ''}`;
    }
    const words = wordsOf(type);
    if (!words.includes(null)) {
      const list = block('[', words.map((word) => quoted(word ?? '')).toSorted(), ']');
      return this.#named(type, nameOf(type), () => `z.enum(${list})`);
    }
    return this.#named(type, nameOf(type), () => this.#unionOfObjects(type, path));
  }

  #unionOfObjects(type: ts.UnionType, path: string): string {
    const types = this.#membersOf(type);
    const key = this.#discriminatorOf(types);
    const members = types.map((member) => {
      const [word = null] = key === undefined ? [] : this.#wordsOfField(member, key);
      return this.schemaOf(member, path, word === null ? null : identifier(word));
    });
    const list = block('[', members, ']');
    return key === undefined ? `z.union(${list})` : `z.discriminatedUnion(${quoted(key)}, ${list})`;
  }

  /** Returns the members in the order of their declaration; the checker's depends on what it saw first. */
  #membersOf(type: ts.UnionType): readonly ts.Type[] {
    const [declaration] = type.aliasSymbol?.declarations ?? [];
    if (declaration === undefined || !ts.isTypeAliasDeclaration(declaration)) return type.types;
    const declared = this.#declaredIn(declaration.type);
    return type.types.toSorted((a, b) => declared.indexOf(a) - declared.indexOf(b));
  }

  #declaredIn(node: ts.TypeNode): readonly ts.Type[] {
    if (ts.isParenthesizedTypeNode(node)) return this.#declaredIn(node.type);
    if (ts.isUnionTypeNode(node)) return node.types.flatMap((each) => this.#declaredIn(each));
    const type = this.#checker.getTypeFromTypeNode(node);
    return type.isUnion() ? this.#membersOf(type) : [type];
  }

  /** Returns the field whose texts tell the types apart. */
  #discriminatorOf(types: readonly ts.Type[]): string | undefined {
    const fields = types[0]?.getProperties();
    return fields?.find(({ name }) => {
      const words = types.flatMap((type) => this.#wordsOfField(type, name));
      return !words.includes(null) && new Set(words).size === words.length;
    })?.name;
  }

  #wordsOfField(type: ts.Type, field: string): readonly (string | null)[] {
    const property = type.getProperty(field);
    return property === undefined ? [null] : wordsOf(this.#checker.getTypeOfSymbol(property));
  }

  #object(type: ts.Type, path: string): string {
    const fields = type.getProperties().map((property) => {
      const { name } = property;
      const schema = this.schemaOf(this.#checker.getTypeOfSymbol(property), `${path}.${name}`);
      return `${keyOf(name)}: ${schema}${optionOf(property)}`;
    });
    return `z.looseObject(${block('{', fields, '}')})`;
  }

  #named(type: ts.Type, wanted: string | null, write: () => string): string {
    const schema = write();
    if (wanted === null) return schema;
    const isFree = (name: string): boolean => !this.#constants.has(name) && !imported.has(name);
    let name = wanted;
    for (let number = 2; !isFree(name); number += 1) name = `${wanted}${number}`;
    this.#names.set(type, name);
    this.#constants.set(name, schema);
    return name;
  }
}

/** Names that the schemas import. */
const imported = new Set(['z', 'flag', 'labels', 'number', 'resourceList', 'text']);

const plainSchemas: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.String, 'text'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.Boolean, 'flag'],
  [ts.TypeFlags.Null, 'z.null()'],
];

const longestLine = 80;

const has = (type: ts.Type, flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;
const quoted = (value: string): string => `'${value.replaceAll("'", "\\'")}'`;
const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : quoted(name));

/** Returns the texts of a literal or of a union of literals; `null` for another type. */
const wordsOf = (type: ts.Type): readonly (string | null)[] =>
  (type.isUnion() ? type.types : [type]).map((one) => (one.isStringLiteral() ? one.value : null));

/** Maps of text and of numbers have checks that are several times faster than `z.record`. */
function mapOf(schema: string): string {
  if (schema === 'text') return 'labels';
  return schema === 'number' ? 'resourceList' : `z.record(text, ${schema})`;
}

/** Returns the name of a declared type that has no parameters. */
function nameOf(type: ts.Type): string | null {
  const { aliasSymbol, aliasTypeArguments } = type;
  const name = aliasTypeArguments === undefined ? (aliasSymbol ?? type.symbol)?.name : undefined;
  return name === undefined || name.startsWith('__') ? null : identifier(name);
}

/** Returns a name in camel case, e.g. `notEmpty` for `NOT_EMPTY`. */
function identifier(word: string): string {
  const words = /^[A-Z_\d]+$/.test(word) ? word.toLowerCase().split('_') : word.split(/\W/);
  const [first = '', ...rest] = words;
  const capital = (one: string): string => `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  return `${first.charAt(0).toLowerCase()}${first.slice(1)}${rest.map(capital).join('')}`;
}

function optionOf(property: ts.Symbol): string {
  if ((property.flags & ts.SymbolFlags.Optional) === 0) return '';
  const { valueDeclaration } = property;
  const isDeclared =
    valueDeclaration !== undefined &&
    ts.isPropertySignature(valueDeclaration) &&
    valueDeclaration.type !== undefined &&
    ts.isUnionTypeNode(valueDeclaration.type) &&
    valueDeclaration.type.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);
  return isDeclared ? '.optional()' : '.exactOptional()';
}

function block(open: string, lines: readonly string[], close: string): string {
  const short = `${open} ${lines.join(', ')} ${close}`;
  if (short.length <= longestLine && !short.includes('\n')) return short;
  const inner = lines.map((line) => `  ${line.replaceAll('\n', '\n  ')},\n`);
  return `${open}\n${inner.join('')}${close}`;
}

/** Returns the exported interface of the file with the schemas of its members. */
function writeTable(
  { checker, file }: { readonly checker: ts.TypeChecker; readonly file: ts.SourceFile },
  writer: SchemaWriter,
  [name, types]: readonly [name: string, types: string],
): string {
  const symbol = checker
    .getSymbolAtLocation(file)
    ?.exports?.get(ts.escapeLeadingUnderscores(types));
  if (symbol === undefined) throw new Error(`${file.fileName} exports no ${types}`);
  const entries = checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .map((property) => {
      const schema = writer.schemaOf(checker.getTypeOfSymbol(property), property.name);
      const key = quoted(property.name);
      return `${keyOf(property.name)}: provenTo<${types}[${key}]>().read(${schema})`;
    });
  const type = `{ readonly [Name in keyof ${types}]: z.ZodType<${types}[Name]> }`;
  return `export const ${name}: ${type} = ${block('{', entries, '}')};`;
}

function generate(): string {
  const path = join(folder, 'stored-types.ts');
  const base = ts.readConfigFile(join(root, 'tsconfig.base.json'), (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, root);
  const settings = { ...options, types: [], composite: false, customConditions: ['@kerf/source'] };
  const program = ts.createProgram([path], settings);
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} is missing`);
  const checker = program.getTypeChecker();
  const writer = new SchemaWriter(checker);
  const tables = [
    writeTable({ checker, file }, writer, ['storedSchemas', 'StoredTypes']),
    writeTable({ checker, file }, writer, ['partSchemas', 'StoredParts']),
  ];
  return [
    '// Generated from stored-types.ts; do not edit. `npm run documents` writes it.',
    `import { z } from 'zod';`,
    `import { provenTo } from '../format.js';`,
    `import type { StoredParts, StoredTypes } from '../stored-types.js';`,
    `import { flag, labels, number, resourceList, text } from '../values.js';`,
    '',
    ...writer.constants,
    '',
    ...tables,
    '',
  ].join('\n');
}

writeFileSync(join(folder, 'generated/stored-schemas.ts'), generate());
