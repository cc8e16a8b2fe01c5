import { describe, expect, it } from 'vitest';
import { toAmounts } from './amounts.js';
import { parseInstant } from './instant.js';
import { toReason } from './reason.js';

describe('amounts', () => {
  it('are written as Kubernetes writes them, CPU and memory first', () => {
    const amounts = toAmounts({
      pods: 29,
      'nvidia.com/gpu': 1,
      'hugepages-2Mi': 2_097_152,
      memory: 1_073_741_824,
      cpu: 1_500,
    });
    expect(amounts.map(({ resource, quantity }) => `${resource} ${quantity}`)).toEqual([
      'cpu 1500m',
      'memory 1Gi',
      'hugepages-2Mi 2Mi',
      'nvidia.com/gpu 1',
      'pods 29',
    ]);
  });

  it('are none where nothing is requested', () => {
    expect(toAmounts({})).toEqual([]);
  });
});

describe('reasons', () => {
  it('keep their data beside the code', () => {
    expect(toReason({ code: 'PDB_BLOCKS', pdb: 'shop/web', pod: 'shop/web-1' })).toMatchObject({
      code: 'PDB_BLOCKS',
      data: { pdb: 'shop/web', pod: 'shop/web-1' },
    });
    expect(toReason({ code: 'NOT_MANAGED' })).toEqual({
      code: 'NOT_MANAGED',
      data: {},
      message: 'Kerf does not manage this node',
      subject: 'Not managed',
      remedy: null,
    });
  });
});

describe('instants', () => {
  it.each(['', 'now', '2026-11-21T14:00:00', '2026-13-01T00:00:00Z', null, 5])(
    'are not read from %j',
    (text) => {
      expect(parseInstant(text)).toBeNull();
    },
  );
});
