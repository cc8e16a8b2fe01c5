import type { Principal } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { readCostAllocationRequest } from './to-cost-allocation.js';

const caller: Principal = {
  kind: 'User',
  id: 'usr_1',
  name: 'ada',
  grants: [],
  groups: [],
  roles: [],
  teams: ['tea_own'],
};
const read = (
  args: Omit<Parameters<typeof readCostAllocationRequest>[0], 'by'>,
  by = 'Owner' as const,
) => readCostAllocationRequest({ by, ...args }, caller);

describe('the request for an allocation of the cost', () => {
  it('has 100 groups, and the own teams of a caller who may not see users', () => {
    expect(read({})).toEqual({
      by: 'Owner',
      label: null,
      clusterId: null,
      teams: undefined,
      of: null,
      knownTeams: ['tea_own'],
      limit: 100,
    });
  });

  it('may be of one group, whose key may be empty', () => {
    expect(read({ of: 'Team', key: '' }).of).toEqual({ dimension: 'Team', key: '' });
    expect(read({ of: 'Label', key: 'web', label: 'app.kubernetes.io/name' })).toMatchObject({
      label: 'app.kubernetes.io/name',
      of: { dimension: 'Label', key: 'web' },
    });
  });

  it.each([
    [{ of: 'Label', key: 'web' }, 'label must be the key of a label'],
    [{ of: 'Label', key: 'web', label: 'a b' }, 'label must be the key of a label'],
    [{ of: 'Owner', key: 'web' }, 'of must be NAMESPACE, TEAM or LABEL'],
    [{ of: 'Team' }, 'key must be given, too'],
    [{ key: 'web' }, 'of must be given, too'],
    [{ of: 'Team', key: 'x'.repeat(2_001) }, 'key must have at most 2000 characters'],
    [{ groups: 0 }, 'groups must be 1 to 1000'],
    [{ groups: 1_001 }, 'groups must be 1 to 1000'],
  ] as const)('is refused with a reason: %o', (args, message) => {
    expect(() => read(args)).toThrow(message);
  });
});
