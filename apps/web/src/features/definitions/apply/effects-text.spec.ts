import { describe, expect, it } from 'vitest';
import { driftCostText, remainingText } from './effects-text.js';

const offerings = {
  unknownReason: null,
  instanceTypes: 1_200,
  regionInstanceTypes: 1_300,
  zones: ['us-east-1a', 'us-east-1b'],
  regionZones: 6,
  capacityTypes: ['SPOT' as const, 'ON_DEMAND' as const],
  cheapest: [],
};
const drift = {
  nodes: 3,
  drifting: 2,
  price: '0.2',
  unpricedNodes: 0,
  leastReplacementMs: 3_600_000,
  replacementUnknownReason: null,
};

describe('the text about remaining instance types', () => {
  it('has numbers of types and zones, and the capacity types', () => {
    expect(remainingText(offerings)).toBe(
      '1,200 of 1,300 instance types and 2 of 6 zones remain (us-east-1a, us-east-1b; spot, on-demand).',
    );
  });

  it('says that it is unknown, and why', () => {
    const unknown = { instanceTypes: null, unknownReason: 'EC2NodeClass arm is new' };
    expect(remainingText({ ...offerings, capacityTypes: [], ...unknown })).toBe(
      'Which instance types remain is unknown: EC2NodeClass arm is new.',
    );
  });
});

describe('the text about the cost of drift', () => {
  it('has the price of the nodes and the least time to replace them', () => {
    expect(driftCostText(drift)).toBe(
      'They cost $0.2000/h. Under the disruption budgets, replacing them takes at least 1 h if each needs a new node.',
    );
  });

  it('says what is unknown: prices, and the time with its reason', () => {
    expect(driftCostText({ ...drift, unpricedNodes: 1 })).toContain(
      'They cost $0.2000/h, and 1 node an unknown amount.',
    );
    const unknown = { leastReplacementMs: null, replacementUnknownReason: 'budgets allow none' };
    expect(driftCostText({ ...drift, drifting: 1, unpricedNodes: 1, ...unknown })).toBe(
      'It costs an unknown amount. How long replacing them takes is unknown: budgets allow none.',
    );
  });
});
