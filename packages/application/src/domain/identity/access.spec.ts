import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessObject, can, canSomewhere, organizationAdmin } from './access.js';
import { type AccessAction, accessActions, actionsByRole, builtInRoles } from './access-action.js';
import { type AccessGrant, type GrantScope, intersectGrants } from './grant.js';

const organization = { kind: 'Organization' } as const;
const clusters = ['clu_a', 'clu_b'];
const names = ['x', 'y', 'z'];
const actions: readonly AccessAction[] = ['decision.read', 'decision.approve', 'pod.read'];

const clusterIds = fc.constantFrom(...clusters);
const someNames = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });

const scopes: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.constant(organization),
  fc.record({ kind: fc.constant('Cluster' as const), clusterId: clusterIds }),
  fc.record({
    kind: fc.constant('NodePools' as const),
    clusterId: clusterIds,
    nodePools: someNames,
  }),
  fc.record({
    kind: fc.constant('Namespaces' as const),
    clusterId: clusterIds,
    namespaces: someNames,
  }),
);

const grants = (effects: readonly AccessGrant['effect'][]): fc.Arbitrary<AccessGrant> =>
  fc.record({
    effect: fc.constantFrom(...effects),
    role: fc.constant('role'),
    actions: fc.uniqueArray(fc.constantFrom(...actions), { minLength: 1 }),
    scope: scopes,
  });
const grantLists = fc.array(grants(['Allow', 'Allow', 'Deny']), { maxLength: 5 });

const nodePoolObjects: fc.Arbitrary<AccessObject> = fc.record({
  kind: fc.constant('NodePools' as const),
  clusterId: clusterIds,
  nodePools: someNames,
});
const podObjects: fc.Arbitrary<AccessObject> = fc.record({
  kind: fc.constant('Pod' as const),
  clusterId: clusterIds,
  namespace: fc.constantFrom(...names),
  nodePool: fc.constantFrom<string | null>(null, ...names),
});
const objects: fc.Arbitrary<AccessObject> = fc.oneof(
  fc.constant(organization),
  fc.record({ kind: fc.constant('Cluster' as const), clusterId: clusterIds }),
  nodePoolObjects,
  podObjects,
);
const someActions = fc.constantFrom(...actions);

const isAllowed = (list: readonly AccessGrant[], action: AccessAction, object: AccessObject) =>
  can({ kind: 'User', name: 'ada', grants: list }, action, object).isAllowed;

const everything: AccessGrant = {
  effect: 'Allow',
  role: 'all',
  actions,
  scope: organization,
};

describe('can', () => {
  it('allows nothing without a grant, and everything to an administrator', () => {
    fc.assert(
      fc.property(someActions, objects, (action, object) => {
        expect(isAllowed([], action, object)).toBe(false);
        expect(isAllowed(organizationAdmin.grants, action, object)).toBe(true);
      }),
    );
  });

  it('lets a denial of the whole object win over every grant', () => {
    fc.assert(
      fc.property(grantLists, someActions, nodePoolObjects, (list, action, object) => {
        if (object.kind !== 'NodePools') return;
        const denial = { ...everything, effect: 'Deny', scope: object } as const;
        expect(isAllowed([everything, ...list, denial], action, object)).toBe(false);
        const whole = { kind: 'Cluster', clusterId: object.clusterId } as const;
        expect(isAllowed([everything, ...list, denial], action, whole)).toBe(false);
        expect(isAllowed([everything, ...list, denial], action, organization)).toBe(false);
      }),
    );
  });

  it('allows no less with another grant, and no more with another denial', () => {
    fc.assert(
      fc.property(grantLists, grants(['Allow', 'Deny']), objects, (list, another, object) => {
        for (const action of actions) {
          const before = isAllowed(list, action, object);
          const after = isAllowed([...list, another], action, object);
          const isMonotone = another.effect === 'Allow' ? !before || after : before || !after;
          expect(isMonotone).toBe(true);
        }
      }),
    );
  });

  it('allows the parts of what it allows as a whole', () => {
    fc.assert(
      fc.property(grantLists, someActions, clusterIds, someNames, (list, action, id, pools) => {
        const cluster = { kind: 'Cluster', clusterId: id } as const;
        const nodePools = { kind: 'NodePools', clusterId: id, nodePools: pools } as const;
        const pod = { kind: 'Pod', clusterId: id, namespace: 'x', nodePool: null } as const;
        const allows = (object: AccessObject) => isAllowed(list, action, object);
        expect(!allows(organization) || allows(cluster)).toBe(true);
        expect(!allows(cluster) || (allows(nodePools) && allows(pod))).toBe(true);
      }),
    );
  });

  it('allows an object with several NodePools exactly if it allows each of them', () => {
    fc.assert(
      fc.property(grantLists, someActions, clusterIds, someNames, (list, action, id, pools) => {
        const object = { kind: 'NodePools', clusterId: id, nodePools: pools } as const;
        const each = pools.every((pool) =>
          isAllowed(list, action, { ...object, nodePools: [pool] }),
        );
        expect(isAllowed(list, action, object)).toBe(each);
      }),
    );
  });

  it('names the denial of an action, or the missing role', () => {
    const token = { kind: 'ApiToken', name: 'ci', grants: [] } as const;
    expect(can(token, 'decision.approve', organization)).toEqual({
      isAllowed: false,
      reason:
        'The token ci has no role that allows decision.approve in the organization. Use a token with a role that allows it.',
    });
    const denial = { ...everything, effect: 'Deny', role: 'freeze' } as const;
    const user = { kind: 'User', name: 'ada', grants: [everything, denial] } as const;
    expect(can(user, 'decision.approve', { kind: 'Cluster', clusterId: 'clu_a' })).toEqual({
      isAllowed: false,
      reason:
        'The user ada is denied decision.approve by the role freeze in the organization. Ask an administrator.',
    });
  });
});

describe('canSomewhere', () => {
  it('allows what is allowed for any object of the organization or the cluster', () => {
    fc.assert(
      fc.property(grantLists, someActions, nodePoolObjects, (list, action, object) => {
        if (object.kind === 'Organization' || !isAllowed(list, action, object)) return;
        const subject = { kind: 'User', name: 'ada', grants: list } as const;
        expect(canSomewhere(subject, action).isAllowed).toBe(true);
        expect(canSomewhere(subject, action, object.clusterId).isAllowed).toBe(true);
      }),
    );
  });

  it('refuses a cluster whose only granted NodePools are denied one by one', () => {
    const pools = { kind: 'NodePools', clusterId: 'clu_a', nodePools: ['x', 'y'] } as const;
    const denials = ['x', 'y'].map((pool) => ({
      ...everything,
      effect: 'Deny' as const,
      scope: { ...pools, nodePools: [pool] },
    }));
    const grantList = [{ ...everything, scope: pools }, ...denials];
    const subject = { kind: 'User', name: 'ada', grants: grantList } as const;
    expect(canSomewhere(subject, 'pod.read', 'clu_a').isAllowed).toBe(false);
    const onlyX = { ...subject, grants: grantList.slice(0, 2) };
    expect(canSomewhere(onlyX, 'pod.read', 'clu_a').isAllowed).toBe(true);
    expect(canSomewhere(onlyX, 'pod.read', 'clu_b').isAllowed).toBe(false);
  });
});

describe('intersectGrants', () => {
  it('allows what both lists allow', () => {
    fc.assert(
      fc.property(grantLists, grantLists, someActions, objects, (some, other, action, object) => {
        const both = isAllowed(some, action, object) && isAllowed(other, action, object);
        const result = isAllowed(intersectGrants(some, other), action, object);
        // The pods of a NodePool in a namespace cannot be expressed, and are not allowed.
        expect(result === both || (object.kind === 'Pod' && both)).toBe(true);
      }),
    );
  });
});

describe('actionsByRole', () => {
  it.each(builtInRoles)('gives %s every right of a viewer', (role) => {
    expect(actionsByRole[role]).toEqual(expect.arrayContaining([...actionsByRole.viewer]));
  });

  it('lets an operator not approve, and an approver not change definitions', () => {
    expect(actionsByRole.operator).not.toContain('decision.approve');
    expect(actionsByRole.approver).not.toContain('definition.write');
    expect(actionsByRole.admin).toEqual(accessActions);
  });
});
