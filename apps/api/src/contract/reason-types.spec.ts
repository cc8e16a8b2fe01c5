import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType, isObjectType, isUnionType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { reasonTable } from './reason-table.js';
import {
  detailTypeName,
  printReasonTypes,
  reasonComponents,
  toReasonDetail,
} from './reason-types.js';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

describe('the table of reasons', () => {
  it('has exactly the codes of GraphQL', () => {
    const codes = schema.getType('ReasonCode');
    const known = isEnumType(codes) ? codes.getValues().map(({ name }) => name) : [];
    expect(reasonTable.map(({ code }) => code).toSorted()).toEqual(
      known.filter((code) => code !== 'UNKNOWN').toSorted(),
    );
  });

  it('is the source of the GraphQL types', async () => {
    const file = new URL('../graphql/reasons.graphql', import.meta.url).pathname;
    await expect(printReasonTypes()).toMatchFileSnapshot(file);
  });

  it('has a type for each code with data', () => {
    const detail = schema.getType('ReasonDetail');
    const types = isUnionType(detail) ? detail.getTypes().map(({ name }) => name) : [];
    const expected = reasonTable.flatMap(({ code, shape }) =>
      Object.keys(shape.members).length === 0 ? [] : [detailTypeName(code)],
    );
    expect(types.toSorted()).toEqual(expected.toSorted());
  });

  it('gives fields of one name one type, so that clients select them together', () => {
    const types = reasonTable.flatMap(({ code }) => {
      const type = schema.getType(detailTypeName(code));
      return isObjectType(type) ? Object.values(type.getFields()) : [];
    });
    const byName = Map.groupBy(types, ({ name }) => name);
    const mixed = [...byName].flatMap(([name, fields]) =>
      new Set(fields.map(({ type }) => String(type))).size > 1 ? [name] : [],
    );
    // A number or a label: clients need an alias.
    expect(new Set(mixed)).toEqual(new Set(['allowed', 'found']));
  });

  it('has an OpenAPI component for each code, and their union with the code as discriminator', () => {
    const components = reasonComponents({ type: 'object' });
    expect(Object.keys(components)).toHaveLength(reasonTable.length + 1);
    expect(components['PdbBlocksReason']).toMatchObject({
      properties: {
        code: { const: 'PDB_BLOCKS' },
        data: { properties: { pdb: { type: 'string' }, pod: { type: 'string' } } },
      },
    });
    expect(components['SavingTooSmallReason']).toMatchObject({
      properties: {
        data: {
          properties: { savingUsdPerHour: { $ref: '#/components/schemas/UsdPerHour' } },
          required: ['savingUsdPerHour', 'minSavingUsdPerHour', 'pods'],
        },
      },
    });
    expect(components['Reason']).toMatchObject({
      type: 'object',
      discriminator: {
        propertyName: 'code',
        mapping: { PDB_BLOCKS: '#/components/schemas/PdbBlocksReason' },
      },
    });
  });
});

describe('the detail of a reason', () => {
  it('is its data with its type, and null where it lacks something', () => {
    expect(toReasonDetail('PDB_BLOCKS', { pdb: 'shop/web', pod: 'shop/web-1' })).toEqual({
      __typename: 'PdbBlocksDetail',
      pdb: 'shop/web',
      pod: 'shop/web-1',
    });
    const fitting = { instanceType: 'm5.large', excludedBy: { source: 'Network', nodeClass: 'n' } };
    expect(toReasonDetail('RESOURCE_TOO_LARGE', { resource: 'cpu', fitting })).toMatchObject({
      resource: 'cpu',
      instanceType: null,
      fitting: { instanceType: 'm5.large', excludedBy: { nodeClass: 'n', terms: null } },
    });
  });

  it('has amounts with the unit of the API in their names, which the scalars convert', () => {
    const data = { savingMicroUsdPerHour: 4_000, minSavingMicroUsdPerHour: 20_000, pods: 4 };
    expect(toReasonDetail('SAVING_TOO_SMALL', data)).toEqual({
      __typename: 'SavingTooSmallDetail',
      savingUsdPerHour: 4_000,
      minSavingUsdPerHour: 20_000,
      pods: 4,
      nodePool: null,
    });
  });

  it('is absent for a code without data, and for one that is not known', () => {
    expect(toReasonDetail('NOT_MANAGED', {})).toBeNull();
    expect(toReasonDetail('NEW_CODE', { a: 1 })).toBeNull();
  });
});
