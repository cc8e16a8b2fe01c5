import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { FleetDocument } from '../../gql/graphql.js';
import { toFleetRow, toFleetRows } from './to-fleet-row.js';

const clusters = recordedAnswer(FleetDocument, { after: null }).clusters.nodes;

describe('toFleetRows', () => {
  it('returns the most expensive clusters first, and unknown costs last', () => {
    const known = clusters.find(({ summary }) => summary !== null);
    if (!known?.summary) throw new TypeError('expected a known cluster');
    const { summary } = known;
    const ofPrice = (name: string, price: string | null) => ({
      ...known,
      name,
      summary: price === null ? null : { ...summary, price },
    });
    const rows = toFleetRows([ofPrice('a', null), ofPrice('b', '0.5'), ofPrice('c', '2')]);
    expect(rows.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });
});

describe('toFleetRow', () => {
  it('returns `null` instead of zeros for a cluster without figures', () => {
    const legacy = clusters.find(({ name }) => name === 'legacy-apse1');
    expect(legacy && toFleetRow(legacy).figures).toBeNull();
  });

  it('computes the spot share by cost', () => {
    const [cluster] = clusters;
    if (!cluster?.summary) throw new TypeError('expected a known cluster');
    const summary = { ...cluster.summary, price: '0.004', spotPrice: '0.001' };
    expect(toFleetRow({ ...cluster, summary }).figures?.spotRatio).toBe(0.25);
    const free = { ...cluster.summary, price: '0', spotPrice: '0' };
    expect(toFleetRow({ ...cluster, summary: free }).figures?.spotRatio).toBeNull();
  });
});
