import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { builtinSchema } from './builtin-schemas.js';
import { checkCelRules } from './cel/check-cel-rules.js';
import { checkStructural } from './check-structural.js';
import { conform } from './conform.js';
import { withDefaults } from './defaults.js';
import { findGoTypeProblem } from './go-type-problem.js';
import { readSchema, type Schema } from './schema.js';
import { validate } from './validate.js';

const widget: JsonObject = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      'x-kubernetes-validations': [
        { rule: "self.replicas <= 5 || self.size == 'big'", message: 'small ones have at most 5' },
        { rule: '!has(oldSelf.frozen) || has(self.frozen)', message: 'frozen cannot be unset' },
      ],
      properties: {
        size: { type: 'string', enum: ['small', 'big'] },
        name: {
          type: 'string',
          pattern: '^[a-z]+$',
          maxLength: 5,
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'name is immutable' }],
        },
        frozen: { type: 'boolean' },
        replicas: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
        share: { 'x-kubernetes-int-or-string': true, pattern: '^[0-9]+%?$' },
        any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        note: { type: 'string', nullable: true },
        tags: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 2 },
        when: { type: 'string', format: 'date-time' },
        one: {
          type: 'object',
          properties: { a: { type: 'integer' }, b: { type: 'integer' } },
          oneOf: [{ required: ['a'] }, { required: ['b'] }],
        },
        rules: {
          type: 'array',
          maxItems: 3,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
          items: {
            type: 'object',
            required: ['key'],
            'x-kubernetes-validations': [
              {
                rule: "self.key != 'bad'",
                message: 'bad key',
                reason: 'FieldValueForbidden',
                fieldPath: '.key',
              },
              {
                rule: '!has(oldSelf.level) || self.level >= oldSelf.level',
                messageExpression: "'level fell to ' + string(self.level)",
              },
            ],
            properties: {
              key: { type: 'string' },
              level: { type: 'integer', default: 1 },
              values: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
            },
          },
        },
      },
    },
  },
};

const schema: Schema = readSchema(widget, builtinSchema);
const problems = (spec: JsonObject | undefined): readonly string[] =>
  validate(spec === undefined ? {} : { spec }, schema).map(
    ({ field, message }) => `${field}: ${message}`,
  );
const celProblems = (spec: JsonObject, old?: JsonObject): readonly string[] =>
  checkCelRules({ spec }, old === undefined ? undefined : { spec: old }, schema).map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('conforming', () => {
  it('removes undeclared fields and reports their paths', () => {
    const given = { spec: { size: 'big', zz: 1, rules: [{ key: 'a', y: 2 }], any: { kept: 1 } } };
    expect(conform(given, schema)).toEqual({
      value: { spec: { size: 'big', rules: [{ key: 'a' }], any: { kept: 1 } } },
      unknownFields: ['spec.zz', 'spec.rules[0].y'],
    });
  });

  it('removes meaningless nulls', () => {
    const { value } = conform({ spec: { size: null, note: null } }, schema);
    expect(value).toEqual({ spec: { note: null } });
  });

  it('shares unchanged parts', () => {
    const given = { spec: { size: 'big' } };
    expect(conform(given, schema).value).toBe(given);
  });

  it('stores the canonical quantity of built-in kinds', () => {
    const pod = {
      spec: {
        containers: [{ name: 'c', resources: { requests: { cpu: 0.5, memory: '1024Mi' } } }],
      },
    };
    expect(conform(pod, builtinSchema('core.v1.Pod')).value).toEqual({
      spec: {
        containers: [{ name: 'c', resources: { requests: { cpu: '500m', memory: '1Gi' } } }],
      },
    });
  });
});

describe('defaults', () => {
  it('fills fields that are absent, also in the items of lists', () => {
    expect(withDefaults({ spec: { size: 'big', rules: [{ key: 'a' }] } }, schema)).toEqual({
      spec: { size: 'big', replicas: 1, rules: [{ key: 'a', level: 1 }] },
    });
  });

  it('returns a complete value unchanged', () => {
    const given = { spec: { size: 'big', replicas: 2, rules: [] } };
    expect(withDefaults(given, schema)).toBe(given);
  });
});

// The messages are those of a Kubernetes 1.36 server for the same schema.
describe('validation', () => {
  it.each<[string, JsonObject | undefined, readonly string[]]>([
    ['nothing wrong', { size: 'big', replicas: 3, share: '50%' }, []],
    ['no spec', undefined, ['spec: Required value']],
    ['a missing field', {}, ['spec.size: Required value']],
    [
      'a wrong type',
      { size: 1 },
      [
        'spec.size: Invalid value: "integer": spec.size in body must be of type string: "integer"',
        'spec.size: Unsupported value: 1: supported values: "small", "big"',
      ],
    ],
    [
      'a value outside its enum',
      { size: 'huge' },
      ['spec.size: Unsupported value: "huge": supported values: "small", "big"'],
    ],
    [
      'too much',
      { size: 'big', replicas: 11 },
      [
        'spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10',
      ],
    ],
    [
      'a wrong pattern',
      { size: 'big', share: 'x' },
      ['spec.share: Invalid value: "x": spec.share in body should match \'^[0-9]+%?$\''],
    ],
    [
      'neither integer nor string',
      { size: 'big', share: true },
      [
        'spec.share: Invalid value: "boolean": spec.share in body must be of type integer,string: "boolean"',
      ],
    ],
    [
      'too long',
      { size: 'big', name: 'abcdef' },
      ['spec.name: Too long: may not be more than 5 bytes'],
    ],
    [
      'too many properties',
      { size: 'big', tags: { a: '', b: '', c: '' } },
      ['spec.tags: Too many: 3: must have at most 2 items'],
    ],
    [
      'a wrong format',
      { size: 'big', when: 'yesterday' },
      [
        'spec.when: Invalid value: "yesterday": spec.when in body must be of type date-time: "yesterday"',
      ],
    ],
    [
      'an item twice in a map',
      { size: 'big', rules: [{ key: 'a' }, { key: 'a' }] },
      ['spec.rules[1]: Duplicate value: {"key":"a"}'],
    ],
    [
      'a value twice in a set',
      { size: 'big', rules: [{ key: 'a', values: ['x', 'x'] }] },
      ['spec.rules[0].values[1]: Duplicate value: "x"'],
    ],
    [
      'an item without its key',
      { size: 'big', rules: [{}] },
      ['spec.rules[0].key: Required value'],
    ],
    [
      'none of the alternatives',
      { size: 'big', one: {} },
      [
        '<nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found none valid',
      ],
    ],
    [
      'two of the alternatives',
      { size: 'big', one: { a: 1, b: 2 } },
      [
        '<nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    ],
    [
      'a null',
      { size: 'big', replicas: null },
      [
        'spec.replicas: Invalid value: "null": spec.replicas in body must be of type integer: "null"',
      ],
    ],
  ])('says %s', (_case, spec, expected) => {
    expect(problems(spec)).toEqual(expected);
  });

  it('accepts an invalid value that was stored before', () => {
    const old = { spec: { size: 'huge', replicas: 1 } };
    expect(validate({ spec: { size: 'huge', replicas: 2 } }, schema, '', old)).toEqual([]);
    expect(validate({ spec: { size: 'tiny', replicas: 2 } }, schema, '', old)).toHaveLength(1);
  });
});

describe('CEL rules', () => {
  it('has integers', () => {
    expect(celProblems({ size: 'small', replicas: 6 })).toEqual([
      'spec: Invalid value: small ones have at most 5',
    ]);
    expect(celProblems({ size: 'small', replicas: 5 })).toEqual([]);
  });

  it('evaluates transition rules only if there is an old value', () => {
    expect(celProblems({ size: 'big', replicas: 1, name: 'abc' })).toEqual([]);
    expect(
      celProblems({ size: 'big', replicas: 1, name: 'abd' }, { size: 'big', name: 'abc' }),
    ).toEqual(['spec.name: Invalid value: "abd": name is immutable']);
    expect(celProblems({ size: 'big', replicas: 1 }, { size: 'big', frozen: true })).toEqual([
      'spec: Invalid value: frozen cannot be unset',
    ]);
  });

  it('finds the old item of a map-like list by its key', () => {
    const old = {
      size: 'big',
      replicas: 1,
      rules: [
        { key: 'a', level: 3 },
        { key: 'b', level: 1 },
      ],
    };
    const next = {
      size: 'big',
      replicas: 1,
      rules: [
        { key: 'b', level: 1 },
        { key: 'a', level: 2 },
      ],
    };
    expect(celProblems(next, old)).toEqual(['spec.rules[1]: Invalid value: level fell to 2']);
  });

  it('uses the reason and the field that a rule names', () => {
    expect(celProblems({ size: 'big', replicas: 1, rules: [{ key: 'bad' }] })).toEqual([
      'spec.rules[0].key: Forbidden: bad key',
    ]);
  });

  it('reports a rule that cannot be evaluated', () => {
    expect(celProblems({ size: 'small' })[0]).toContain(
      'rule evaluation error: No such key: replicas',
    );
  });

  // Rules of this kind are in the CRDs of Karpenter.
  it.each([
    [
      'self.all(x, x.operator == "In" ? x.values.size() != 0 : true)',
      [{ operator: 'In', values: [] }],
      false,
    ],
    [
      'self.all(x, (x.operator == "Gt") ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)',
      [{ operator: 'Gt', values: ['5'] }],
      true,
    ],
    [
      'self.all(x, x in ["a"] || !x.find("^([^/]+)").endsWith("karpenter.sh"))',
      ['karpenter.sh/x'],
      false,
    ],
    ['self.all(x, has(x.schedule) == has(x.duration))', [{ schedule: '@daily' }], false],
    ['self.exists(x, x.matches("^a+$"))', ['b', 'aa'], true],
    ['size(self) == 2 && self.indexOf("b") == 1', ['a', 'b'], true],
    ['self.isSorted() && self.min() == "a" && self.max() == "c"', ['a', 'b', 'c'], true],
  ])('evaluates %s', (rule, value, holds) => {
    const list = readSchema(
      {
        type: 'array',
        items: { 'x-kubernetes-preserve-unknown-fields': true },
        'x-kubernetes-validations': [{ rule }],
      },
      builtinSchema,
    );
    expect(checkCelRules(value, undefined, list)).toHaveLength(holds ? 0 : 1);
  });

  it('reads properties whose names are not identifiers', () => {
    const odd = readSchema(
      {
        type: 'object',
        properties: { 'a-b': { type: 'string' }, namespace: { type: 'string' } },
        'x-kubernetes-validations': [{ rule: 'self.a__dash__b == self.__namespace__' }],
      },
      builtinSchema,
    );
    expect(checkCelRules({ 'a-b': 'x', namespace: 'x' }, undefined, odd)).toEqual([]);
  });
});

describe('structural schemas', () => {
  const path = 'spec.versions[0].schema.openAPIV3Schema';
  const check = (json: JsonObject): readonly string[] =>
    checkStructural(json, path).map(
      ({ field, message }) => `${field.replace(path, '')}: ${message}`,
    );

  it('accepts a valid schema', () => {
    expect(check(widget)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'a root that is not an object',
      { type: 'string' },
      '.type: Invalid value: "string": must be object at the root',
    ],
    [
      'a property without type',
      { type: 'object', properties: { a: {} } },
      '.properties[a].type: Required value: must not be empty for specified object fields',
    ],
    [
      'a list without items',
      { type: 'object', properties: { a: { type: 'array' } } },
      '.properties[a].items: Required value: must be specified',
    ],
    [
      'a map-like list without keys',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' },
        },
      },
      '.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
    [
      'a default of the wrong type',
      { type: 'object', properties: { a: { type: 'string', default: 1 } } },
      '.properties[a].default: Invalid value: "integer"',
    ],
    [
      'an invalid pattern',
      { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
      '.properties[a].pattern: Invalid value: "("',
    ],
    [
      'a rule that does not compile',
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.a >' }] },
      '.x-kubernetes-validations[0].rule: Invalid value: "self.a >": compilation failed',
    ],
    [
      'a reference',
      { type: 'object', properties: { a: { type: 'object', $ref: 'x' } } },
      '.properties[a].$ref: Forbidden: $ref is not supported',
    ],
  ])('refuses %s', (_case, json, expected) => {
    expect(check(json).join('\n')).toContain(expected);
  });
});

describe('types of built-in kinds', () => {
  const pod = builtinSchema('core.v1.Pod');

  it.each<[JsonObject, string]>([
    [
      { spec: { terminationGracePeriodSeconds: 'x' } },
      'json: cannot unmarshal string into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64',
    ],
    [
      { metadata: { labels: { a: 1 } } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      { spec: { containers: {} } },
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    ],
    [
      { spec: { hostNetwork: 'yes' } },
      'json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool',
    ],
    [
      { spec: { containers: [{ resources: { requests: { cpu: 'abc' } } }] } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      { metadata: { creationTimestamp: 'now' } },
      'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"',
    ],
  ])('refuses %j with the message of Go’s decoder', (value, expected) => {
    expect(findGoTypeProblem(value, pod)).toBe(expected);
  });

  it('accepts nulls, and quantities written as numbers', () => {
    const value = {
      metadata: { creationTimestamp: null },
      spec: { containers: [{ resources: { limits: { cpu: 2 } } }] },
    };
    expect(findGoTypeProblem(value, pod)).toBeNull();
  });
});
