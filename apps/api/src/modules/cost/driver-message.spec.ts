import { type CostDriver, costDriverKinds, unattributedReasons } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { driverMessage } from './driver-message.js';

const aDriver = (fields: Partial<CostDriver>): CostDriver => ({
  kind: 'Consolidate',
  clusterId: 'clu_1',
  changeMicroUsdPerHour: 1,
  nodesAdded: 1,
  nodesRemoved: 0,
  nodesRepriced: 0,
  unpricedNodes: 0,
  nodePools: [],
  workload: null,
  instanceType: null,
  capacityType: null,
  reason: null,
  decisionIds: [],
  decisions: 0,
  nodeClaims: [],
  interruptionIds: [],
  definitions: [],
  drivers: 1,
  ...fields,
});
const web = { kind: 'Deployment', namespace: 'shop', name: 'web' };
const changed = (definition: string) => ({ definition, at: null, fields: [] });

describe('the message of a cost driver', () => {
  it.each<readonly [Partial<CostDriver>, string]>([
    [{ kind: 'Provision', workload: web }, 'Launched for Deployment shop/web'],
    [{ kind: 'Provision' }, 'Launched for pods without an owner'],
    [
      { kind: 'Drift', definitions: [changed('NodePool/a'), changed('EC2NodeClass/b')] },
      'Drifted nodes after changes of NodePool/a, EC2NodeClass/b',
    ],
    [{ kind: 'Drift' }, 'Drifted nodes'],
    [
      { kind: 'Price', capacityType: 'spot', instanceType: 'm5.large' },
      'New price of spot m5.large',
    ],
    [
      { kind: 'PriceKnown', capacityType: '', instanceType: '' },
      'Price of unknown instance types that was or is unknown',
    ],
    [{ kind: 'ClusterAdded' }, 'Cluster shop-prod added'],
    [
      { kind: 'Unmanaged', instanceType: '' },
      'Nodes that Kerf does not manage: unknown instance type',
    ],
    [{ kind: 'Other', clusterId: null, drivers: 12 }, '12 smaller drivers'],
  ])('of %j is “%s”', (fields, message) => {
    expect(driverMessage(aDriver(fields), 'shop-prod')).toBe(message);
  });

  it('differs for each kind, and for each reason of a part without a cause', () => {
    const kinds = costDriverKinds.map((kind) => driverMessage(aDriver({ kind }), 'shop-prod'));
    expect(new Set(kinds).size).toBe(costDriverKinds.length);
    const reasons = unattributedReasons.map((reason) =>
      driverMessage(aDriver({ kind: 'Unattributed', reason }), null),
    );
    expect(new Set(reasons).size).toBe(unattributedReasons.length);
  });
});
