type JsonObject = Readonly<Record<string, unknown>>;

/** Whether values of a schema are sent by clients, or by the server: what breaks is the opposite. */
type Direction = 'request' | 'response';

/**
 * Returns what a client of the one OpenAPI document cannot do with the other: missing operations and parameters, new
 * required input, missing or optional output, and other types and values. Each is a sentence with its place.
 */
export function openApiBreaks(before: unknown, after: unknown): readonly string[] {
  const documents = { before: toObject(before), after: toObject(after) };
  const paths = toObject(documents.before['paths']);
  return Object.keys(paths).flatMap((path) =>
    Object.keys(toObject(paths[path])).flatMap((method) => {
      const one = memberAt(documents.before, ['paths', path, method]);
      const other = memberAt(documents.after, ['paths', path, method]);
      const place = `${method.toUpperCase()} ${path}`;
      if (other === undefined) return [`${place} is gone`];
      return operationBreaks(new Comparison(documents, place), toObject(one), toObject(other));
    }),
  );
}

function operationBreaks(
  comparison: Comparison,
  one: JsonObject,
  other: JsonObject,
): readonly string[] {
  const { place } = comparison;
  const [known, current] = [parametersOf(one), parametersOf(other)];
  const renamed =
    one['operationId'] === other['operationId'] ? [] : [`${place} has another operationId`];
  const gone = [...known.keys()].flatMap((name) =>
    current.has(name) ? [] : [`${place} no longer takes ${name}`],
  );
  const needed = [...current].flatMap(([name, parameter]) => {
    const isNew = parameter['required'] === true && known.get(name)?.['required'] !== true;
    return isNew ? [`${place} requires ${name}`] : [];
  });
  const changed = [...known].flatMap(([name, parameter]) => {
    const now = current.get(name);
    return now === undefined
      ? []
      : comparison.at(name).schemas(parameter['schema'], now['schema'], 'request');
  });
  return [
    ...renamed,
    ...gone,
    ...needed,
    ...changed,
    ...contentBreaks(comparison.at('body'), [one['requestBody'], other['requestBody']], 'request'),
    ...responseBreaks(comparison, toObject(one['responses']), toObject(other['responses'])),
  ];
}

function responseBreaks(comparison: Comparison, one: JsonObject, other: JsonObject) {
  return Object.keys(one)
    .filter((status) => status.startsWith('2'))
    .flatMap((status) =>
      other[status] === undefined
        ? [`${comparison.place} no longer responds with ${status}`]
        : contentBreaks(comparison.at(status), [one[status], other[status]], 'response'),
    );
}

function contentBreaks(
  comparison: Comparison,
  [one, other]: readonly [unknown, unknown],
  direction: Direction,
): readonly string[] {
  const [before, after] = [toObject(one)['content'], toObject(other)['content']].map(toObject);
  return Object.entries(before ?? {}).flatMap(([type, content]) => {
    const now = after?.[type];
    return now === undefined
      ? [`${comparison.place} is no longer ${type}`]
      : comparison.schemas(toObject(content)['schema'], toObject(now)['schema'], direction);
  });
}

interface Documents {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

class Comparison {
  readonly place: string;
  readonly #documents: Documents;
  /** Pairs of components that are compared already, so that recursive ones end. */
  readonly #seen: Set<string>;

  constructor(documents: Documents, place: string, seen = new Set<string>()) {
    this.#documents = documents;
    this.place = place;
    this.#seen = seen;
  }

  at(name: string): Comparison {
    return new Comparison(this.#documents, `${this.place} ${name}`, this.#seen);
  }

  schemas(one: unknown, other: unknown, direction: Direction): readonly string[] {
    const component = componentOf(one);
    const pair = `${component} ${componentOf(other)} ${direction}`;
    if (component !== null && this.#seen.has(pair)) return [];
    if (component !== null) this.#seen.add(pair);
    const before = resolve(this.#documents.before, one);
    const after = resolve(this.#documents.after, other);
    return [
      ...this.#types(before, after, direction),
      ...this.#values(before, after, direction),
      ...this.#members(before, after, direction),
      ...this.#items(before, after, direction),
      ...this.#choices(before, after, direction),
    ];
  }

  #choices(one: JsonObject, other: JsonObject, direction: Direction): readonly string[] {
    const [before, after] = [choicesOf(one), choicesOf(other)];
    if (before.length < 2) return [];
    return before.flatMap((choice, index) =>
      after[index] === undefined ? [] : this.schemas(choice, after[index], direction),
    );
  }

  /** Compares sets of types: one of a response may shrink, one of a request may grow. */
  #types(one: JsonObject, other: JsonObject, direction: Direction): readonly string[] {
    const [before, after] = [this.#typesOf(one, 'before'), this.#typesOf(other, 'after')];
    const [allowed, found] = direction === 'response' ? [before, after] : [after, before];
    if (allowed.size === 0 || [...found].every((type) => allowed.has(type))) return [];
    return [`${this.place} is ${[...after].join(' or ')} instead of ${[...before].join(' or ')}`];
  }

  #typesOf(schema: JsonObject, side: keyof Documents): ReadonlySet<string> {
    const own = [schema['type'] ?? []].flat().map(String);
    const choices = [schema['anyOf'] ?? [], schema['oneOf'] ?? []].flat();
    const types = [
      ...own,
      ...choices.flatMap((choice) => [
        ...this.#typesOf(resolve(this.#documents[side], choice), side),
      ]),
    ];
    // An integer is a number.
    return new Set(types.includes('number') ? [...types, 'integer'] : types);
  }

  /** New values of a response are expected: every enum has UNKNOWN for them in GraphQL, and is open here. */
  #values(one: JsonObject, other: JsonObject, direction: Direction): readonly string[] {
    const [before, after] = [valuesOf(one), valuesOf(other)];
    if (before === null || after === null || direction === 'response') return [];
    return before
      .filter((value) => !after.includes(value))
      .map((value) => `${this.place} no longer takes ${value}`);
  }

  #members(one: JsonObject, other: JsonObject, direction: Direction): readonly string[] {
    const [before, after] = [toObject(one['properties']), toObject(other['properties'])];
    const [needed, current] = [requiredOf(one), requiredOf(other)];
    const members = Object.keys(before).flatMap((name) => {
      if (after[name] === undefined) return [`${this.place} no longer has ${name}`];
      const isLost = direction === 'response' && needed.has(name) && !current.has(name);
      return [
        ...(isLost ? [`${this.place} may lack ${name}`] : []),
        ...this.at(name).schemas(before[name], after[name], direction),
      ];
    });
    const added = direction === 'request' ? [...current].filter((name) => !needed.has(name)) : [];
    return [...members, ...added.map((name) => `${this.place} requires ${name}`)];
  }

  #items(one: JsonObject, other: JsonObject, direction: Direction): readonly string[] {
    const [before, after] = [one['items'], other['items']];
    return before === undefined || after === undefined
      ? []
      : this.at('[]').schemas(before, after, direction);
  }
}

function parametersOf(operation: JsonObject): ReadonlyMap<string, JsonObject> {
  const list = operation['parameters'];
  const parameters = Array.isArray(list) ? list.map(toObject) : [];
  return new Map(parameters.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each]));
}

function valuesOf(schema: JsonObject): readonly string[] | null {
  const values = schema['enum'];
  return Array.isArray(values) ? values.map(String) : null;
}

function requiredOf(schema: JsonObject): ReadonlySet<string> {
  const names = schema['required'];
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

function refOf(schema: unknown): string | null {
  const ref = toObject(schema)['$ref'];
  return typeof ref === 'string' ? ref : null;
}

/** Choices except null. */
function choicesOf(schema: JsonObject): readonly unknown[] {
  const choices = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  return choices.filter((choice) => toObject(choice)['type'] !== 'null');
}

/** The component that a schema or a nullable schema refers to. */
function componentOf(schema: unknown): string | null {
  const [only, ...others] = choicesOf(toObject(schema));
  return refOf(schema) ?? (others.length === 0 ? refOf(only) : null);
}

/** Follows a reference, and a nullable reference to its only other choice. */
function resolve(document: JsonObject, schema: unknown): JsonObject {
  const ref = refOf(schema);
  if (ref !== null) return resolve(document, memberAt(document, ref.slice(2).split('/')));
  const own = toObject(schema);
  const others = choicesOf(own);
  if (others.length !== 1) return own;
  return { ...own, ...withoutType(resolve(document, others[0])) };
}

/** The types of a choice are read from `anyOf`. */
function withoutType({ type: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => toObject(inner)[name], value);

function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
