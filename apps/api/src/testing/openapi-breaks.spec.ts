import { describe, expect, it } from 'vitest';
import { openApiBreaks } from './openapi-breaks.js';

const thing = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    size: { type: 'integer' },
    parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
  },
  required: ['name', 'size'],
};
const state = { name: 'state', in: 'query', schema: { type: 'string', enum: ['A', 'B'] } };

interface Parts {
  readonly schema?: object;
  readonly parameters?: readonly object[];
  readonly operationId?: string;
  readonly statuses?: readonly string[];
}

const contentOf = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
};

function document({
  schema = thing,
  parameters = [state],
  operationId = 'putThing',
  statuses = ['200'],
}: Parts) {
  const responses = Object.fromEntries(statuses.map((status) => [status, contentOf]));
  const put = { operationId, parameters, requestBody: contentOf, responses };
  return { paths: { '/things': { put } }, components: { schemas: { Thing: schema } } };
}

const changed = (parts: Parts) => openApiBreaks(document({}), document(parts));

describe('a break for clients of an OpenAPI document', () => {
  it('is not found when nothing changes, or something optional is added', () => {
    expect(changed({})).toEqual([]);
    const properties = { ...thing.properties, color: { type: 'string' } };
    expect(changed({ schema: { ...thing, properties } })).toEqual([]);
    const color = { name: 'color', in: 'query', schema: { type: 'string' } };
    expect(changed({ parameters: [state, color], statuses: ['200', '201'] })).toEqual([]);
    const more = { ...state, schema: { type: 'string', enum: ['A', 'B', 'C'] } };
    expect(changed({ parameters: [more] })).toEqual([]);
  });

  it.each<[string, Parts]>([
    ['PUT /things has another operationId', { operationId: 'setThing' }],
    ['PUT /things no longer takes query state', { parameters: [] }],
    ['PUT /things requires query state', { parameters: [{ ...state, required: true }] }],
    ['PUT /things no longer responds with 200', { statuses: ['204'] }],
    [
      'PUT /things query state no longer takes B',
      { parameters: [{ ...state, schema: { type: 'string', enum: ['A'] } }] },
    ],
    [
      'PUT /things 200 no longer has size',
      { schema: { ...thing, properties: { name: { type: 'string' } }, required: ['name'] } },
    ],
    ['PUT /things 200 may lack size', { schema: { ...thing, required: ['name'] } }],
    [
      'PUT /things body requires parent',
      { schema: { ...thing, required: [...thing.required, 'parent'] } },
    ],
    [
      'PUT /things 200 size is string instead of integer',
      { schema: { ...thing, properties: { ...thing.properties, size: { type: 'string' } } } },
    ],
    [
      'PUT /things 200 name is string or null instead of string',
      {
        schema: {
          ...thing,
          properties: { ...thing.properties, name: { type: ['string', 'null'] } },
        },
      },
    ],
  ])('is that %s', (sentence, parts) => {
    expect(changed(parts)).toContain(sentence);
  });

  it('is a missing operation', () => {
    expect(openApiBreaks(document({}), { paths: {} })).toEqual(['PUT /things is gone']);
  });
});
