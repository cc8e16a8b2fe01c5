import { isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { decisionColumns } from '../src/features/decisions/decision-columns.js';
import { decisionsOrder } from '../src/features/decisions/decisions-order.js';
import { interruptionColumns } from '../src/features/interruptions/interruption-columns.js';
import { interruptionsOrder } from '../src/features/interruptions/interruptions-order.js';
import { nodeClaimColumns } from '../src/features/node-claims/node-claim-columns.js';
import { nodeClaimsOrder } from '../src/features/node-claims/node-claims-order.js';
import { nodeColumns } from '../src/features/nodes/node-columns.js';
import { nodesOrder } from '../src/features/nodes/to-nodes-query.js';
import { loadSchema } from './recording/schema.js';

/** The sentence of a decision is of the dashboard, which the API cannot sort by. */
const unsorted: readonly string[] = ['what'];

const tables = [
  ['DecisionOrderField', decisionsOrder, decisionColumns],
  ['InterruptionOrderField', interruptionsOrder, interruptionColumns],
  ['NodeClaimOrderField', nodeClaimsOrder, nodeClaimColumns],
  ['NodeOrderField', nodesOrder, nodeColumns],
] as const;

describe('a table that the API sorts', () => {
  it.each(tables)('has a column for each %s', (name, { fields }) => {
    const type = loadSchema().getType(name);
    const values = isEnumType(type) ? type.getValues().map((value) => value.name) : [];
    expect(Object.values(fields).toSorted()).toEqual(values.toSorted());
    expect(values).not.toEqual([]);
  });

  it.each(tables)('is sorted by each of its columns: %s', (_name, { fields }, columns) => {
    const ids = columns.map(({ id }) => id).filter((id) => !unsorted.includes(id));
    expect(Object.keys(fields).toSorted()).toEqual(ids.toSorted());
  });
});
