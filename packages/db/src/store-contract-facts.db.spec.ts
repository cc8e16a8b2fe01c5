import type {
  ApiToken,
  BindingScope,
  BufferRecord,
  Cluster,
  CustomRole,
  NodeClaim,
  RoleBinding,
  Store,
  StoredAlertThresholds,
  Team,
} from '@kerf/application';
import {
  aCluster,
  aDefinitionRefusal,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  anInterruption,
  aRevisionOf,
  aSimulation,
  aSimulationResult,
  aSpendLimit,
  aUser,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backends, openStore } from './testing/open-store.js';

describe.each(backends)('the store on %s', (backend) => {
  let store: Store;
  let close: () => Promise<void>;
  let cluster: Cluster;
  let number = 0;

  beforeAll(async () => {
    ({ store, close } = await openStore(backend));
  });
  afterAll(() => close());
  beforeEach(async () => {
    number += 1;
    cluster = aCluster({ id: `clu_${number}`, name: `c${number}` });
    await store.clusters.insert(cluster);
  });

  describe('disruption simulations', () => {
    it('end once, and are deleted by the time of their request', async () => {
      const id = `sim_${number}`;
      const requested = aSimulation({ clusterId: cluster.id, id });
      await store.simulations.insert(requested);
      expect(await store.simulations.find(id)).toEqual(requested);
      const { answerBy } = requested;
      expect(await store.simulations.countWaiting(cluster.id, answerBy - 1)).toBe(1);
      expect(await store.simulations.countWaiting(cluster.id, answerBy)).toBe(0);
      const finished = { ...requested, state: 'Done', result: aSimulationResult() } as const;
      expect(await store.simulations.finish({ ...finished, finishedAt: recordedAt })).toBe(true);
      expect(
        await store.simulations.finish({ ...requested, state: 'Failed', problem: 'late' }),
      ).toBe(false);
      expect(await store.simulations.countWaiting(cluster.id, answerBy - 1)).toBe(0);
      expect(await store.simulations.find(id)).toEqual({ ...finished, finishedAt: recordedAt });
      await store.simulations.prune(cluster.id, recordedAt);
      expect(await store.simulations.find(id)).not.toBeNull();
      await store.simulations.prune(cluster.id, recordedAt + 1);
      expect(await store.simulations.find(id)).toBeNull();
    });

    it('are about nodes of the read model, which Kerf manages or not', async () => {
      const clusterId = cluster.id;
      const rows = [
        aNodeRow({ clusterId, name: 'a' }),
        aNodeRow({ clusterId, name: 'b', nodeClaimId: null }),
        aNodeRow({ clusterId, name: 'c' }),
      ];
      await store.readModel.applyNodes(clusterId, rows, []);
      expect(await store.readModel.areManaged(clusterId, ['a', 'b', 'gone'])).toEqual(
        new Map([
          ['a', true],
          ['b', false],
        ]),
      );
    });
  });

  describe('definitions', () => {
    it('are saved only when their version is unchanged, each time with a revision', async () => {
      const pool = aNodePoolDefinition({ clusterId: cluster.id, name: 'default' });
      await store.definitions.insert(pool, aRevisionOf(pool));
      const next = { ...pool, revision: 2, driftHash: 'b' };
      expect(await store.definitions.save(next, aRevisionOf(next))).toEqual({
        ...next,
        version: 2,
      });
      expect(await store.definitions.save(next, aRevisionOf(next))).toBeNull();
      const revisions = await store.definitions.revisions(pool);
      expect(revisions.map(({ revision }) => revision)).toEqual([2, 1]);
      expect(await store.definitions.remove(pool)).toBe(false);
      expect(await store.definitions.remove({ ...next, version: 2 })).toBe(true);
      expect(await store.definitions.nodePools(cluster.id)).toEqual([]);
    });

    it('refuse a second one of the same kind and name', async () => {
      const pool = aNodePoolDefinition({ clusterId: cluster.id, name: 'default' });
      await store.definitions.insert(pool, aRevisionOf(pool));
      await expect(
        store.definitions.insert({ ...pool, id: 'npl_other' }, aRevisionOf(pool)),
      ).rejects.toMatchObject({ code: 'STATE.CONFLICT', retry: { kind: 'backoff' } });
      const nodeClass = aNodeClassDefinition({ clusterId: cluster.id, name: 'default' });
      await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
      expect(await store.definitions.find(cluster.id, 'EC2NodeClass', 'default')).toEqual(
        nodeClass,
      );
      expect(await store.definitions.lockNodePool(cluster.id, 'default')).toEqual(pool);
      expect(await store.definitions.lockNodePool(cluster.id, 'other')).toBeNull();
    });

    it('record the deletion of their object, unless they have changed', async () => {
      const definitions = [
        aNodePoolDefinition({ clusterId: cluster.id, name: 'default' }),
        aNodeClassDefinition({ clusterId: cluster.id, name: 'default' }),
      ];
      for (const definition of definitions) {
        await store.definitions.insert(definition, aRevisionOf(definition));
        const state = { deletionRequestedAt: recordedAt, objectGeneration: 7 };
        expect(await store.definitions.saveObjectState(definition, state)).toBe(true);
        expect(await store.definitions.find(cluster.id, definition.kind, 'default')).toEqual({
          ...definition,
          ...state,
        });
        const older = { ...definition, version: 0 };
        expect(await store.definitions.saveObjectState(older, state)).toBe(false);
      }
    });

    it('are refused, one record for each object, until they are readable again', async () => {
      const { definitions } = store;
      const { id: clusterId } = cluster;
      const pool = aDefinitionRefusal({ clusterId, name: 'web' });
      const nodeClass = aDefinitionRefusal({ clusterId, kind: 'EC2NodeClass', name: 'web' });
      await definitions.saveRefusal(pool);
      await definitions.saveRefusal(nodeClass);
      expect(await definitions.refusals(clusterId)).toEqual([nodeClass, pool]);
      const next = { ...pool, generation: null, extent: 'Disruption' as const, field: 'spec' };
      await definitions.saveRefusal(next);
      expect(await definitions.refusals(clusterId)).toEqual([nodeClass, next]);
      expect(await definitions.refusals('clu_other')).toEqual([]);
      expect(await definitions.clearRefusal(clusterId, 'EC2NodeClass', 'web')).toBe(true);
      expect(await definitions.clearRefusal(clusterId, 'EC2NodeClass', 'web')).toBe(false);
      expect(await definitions.refusals(clusterId)).toEqual([next]);
    });

    it('keep the resolution of an EC2NodeClass when its spec is saved', async () => {
      const nodeClass = aNodeClassDefinition({ clusterId: cluster.id, name: 'default' });
      await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
      const { resolution } = nodeClass;
      const next = { ...nodeClass, revision: 2, resolution: null };
      await store.definitions.save(next, aRevisionOf(next));
      expect(await store.definitions.nodeClasses(cluster.id)).toMatchObject([{ resolution }]);
      const whole = { problems: [], images: [], securityGroups: [], subnets: [] };
      const saved = { ...whole, resolvedAt: recordedAt, instanceProfile: null };
      expect(await store.definitions.saveResolution(nodeClass, saved)).toBe(false);
      expect(await store.definitions.saveResolution({ ...nodeClass, version: 2 }, saved)).toBe(
        true,
      );
      expect(await store.definitions.nodeClasses(cluster.id)).toMatchObject([
        { resolution: saved, version: 2 },
      ]);
    });
  });

  describe('CapacityBuffers', () => {
    const buffer = (name: string): BufferRecord => ({
      clusterId: cluster.id,
      namespace: 'shop',
      name,
      uid: `${name}-${number}`,
      generation: 1,
      spec: null,
      resolved: null,
      problems: ['it has no pod template'],
      outcome: null,
    });

    it('keep their outcome when they are replaced, unless the object is another one', async () => {
      const outcome = { held: 1, coming: 0, without: 0, reasons: [], at: recordedAt };
      await store.capacityBuffers.replaceAll(cluster.id, [buffer('b'), buffer('a')]);
      await store.capacityBuffers.saveOutcomes(
        cluster.id,
        new Map([
          ['shop/a', outcome],
          ['shop/b', outcome],
        ]),
      );
      const recreated = { ...buffer('b'), uid: `other-${number}` };
      await store.capacityBuffers.replaceAll(cluster.id, [recreated, buffer('a')]);
      expect(await store.capacityBuffers.list(cluster.id)).toEqual([
        { ...buffer('a'), outcome },
        recreated,
      ]);
    });
  });

  describe('NodeClaims', () => {
    it('take drift and pod events without a new version', async () => {
      const claim = aNodeClaimRecord({
        clusterId: cluster.id,
        id: `ncl_${number}`,
        nodeName: 'ip-1',
      });
      await store.nodeClaims.insert([claim]);
      const drift = { reason: 'NodePoolDrifted', definitionHash: 'x', since: recordedAt };
      await store.nodeClaims.setDrifts(cluster.id, [{ id: claim.id, drift }]);
      await store.nodeClaims.touchPodEvents(cluster.id, [
        { nodeName: 'ip-1', at: recordedAt + 2 },
        { nodeName: 'ip-1', at: recordedAt + 1 },
      ]);
      await store.nodeClaims.touchPodEvents(cluster.id, [{ nodeName: 'ip-1', at: recordedAt }]);
      const noted = { drift, lastPodEventAt: recordedAt + 2, version: 1 };
      expect(await store.nodeClaims.find(claim.id)).toMatchObject(noted);
      await store.nodeClaims.save({ ...claim, state: 'Registered' });
      expect(await store.nodeClaims.find(claim.id)).toMatchObject({ ...noted, version: 2 });
      const providerId = claim.instance?.providerId ?? '';
      expect(await store.nodeClaims.idsByProviderId(cluster.id, [providerId, 'x'])).toEqual(
        new Map([[providerId, claim.id]]),
      );
    });

    it('take hashes and the origin of their instances without a new version', async () => {
      const id = `ncl_${number}`;
      const claim = aNodeClaimRecord({ clusterId: cluster.id, id });
      const unlaunched = aNodeClaimRecord({
        clusterId: cluster.id,
        id: `ncl_${number}u`,
        instance: null,
      });
      await store.nodeClaims.insert([claim, unlaunched]);
      const hashes = { nodePoolHash: 'kerf1-a', nodeClassHash: 'kerf1-b' };
      await store.nodeClaims.setHashes(cluster.id, [{ id, ...hashes }]);
      const origin = { imageId: 'ami-9', subnetId: 'subnet-9', securityGroupIds: ['sg-8', 'sg-9'] };
      await store.nodeClaims.setInstances(cluster.id, [
        { id, ...origin },
        { id: unlaunched.id, ...origin },
      ]);
      const noted = { ...hashes, instance: { ...claim.instance, ...origin }, version: 1 };
      expect(await store.nodeClaims.find(id)).toMatchObject(noted);
      expect((await store.nodeClaims.find(unlaunched.id))?.instance).toBeNull();
      await store.nodeClaims.save({ ...claim, state: 'Registered' });
      expect(await store.nodeClaims.find(id)).toMatchObject({ ...hashes, version: 2 });
    });

    it('report the outcomes of a NodePool, the latest first', async () => {
      const claim = (id: string, fields: Partial<NodeClaim>) =>
        aNodeClaimRecord({ clusterId: cluster.id, id: `ncl_${number}${id}`, ...fields });
      const refused = { code: 'LAUNCH_REFUSED', detail: 'UnauthorizedOperation' } as const;
      await store.nodeClaims.insert([
        claim('a', { state: 'Initialized', registeredAt: recordedAt + 1 }),
        claim('b', { state: 'LaunchFailed', terminatedAt: recordedAt + 2, failure: refused }),
        claim('c', { state: 'Launched' }),
      ]);
      const outcomes: typeof store.nodeClaims.outcomes = (...query) =>
        store.nodeClaims.outcomes(...query);
      expect(await outcomes(cluster.id, ['default', 'other'], 4)).toEqual(
        new Map([
          [
            'default',
            [
              { at: recordedAt + 2, failure: 'LaunchFailed', detail: refused.detail },
              { at: recordedAt + 1, failure: null, detail: null },
            ],
          ],
        ]),
      );
      expect((await outcomes(cluster.id, ['default'], 1)).get('default')).toHaveLength(1);
    });
  });

  describe('interruptions', () => {
    it('are inserted once, and take their placement once', async () => {
      const id = `int_${number}`;
      const warning = anInterruption({ clusterId: cluster.id, id });
      expect(await store.interruptions.insert(warning)).toEqual(new Set([id]));
      expect(await store.interruptions.insert(warning, { ...warning, id: 'int_x' })).toEqual(
        new Set(),
      );
      expect(await store.interruptions.unplaced(cluster.id)).toEqual([warning]);
      await store.interruptions.recordPlacements(recordedAt + 1, [
        { id, replacementClaimIds: ['ncl_new'] },
      ]);
      expect(await store.interruptions.unplaced(cluster.id)).toEqual([]);
    });
  });

  describe('failures and findings', () => {
    it('count consecutive failures of an operation until it works', async () => {
      const object = { kind: 'NodeClaim', id: 'ncl_1', name: 'default-1' } as const;
      const attempt = {
        clusterId: cluster.id,
        operation: 'node-claim.launch',
        object,
        errorCode: 'BUG',
        message: 'first',
        remedy: null,
      } as const;
      await store.operationFailures.record([{ ...attempt, at: 1_000 }]);
      await store.operationFailures.record([{ ...attempt, message: 'second', at: 2_000 }]);
      expect(await store.operationFailures.list(cluster.id)).toEqual([
        {
          ...attempt,
          message: 'second',
          attempts: 2,
          firstFailedAt: 1_000,
          lastFailedAt: 2_000,
        },
      ]);
      await store.operationFailures.clear(cluster.id, 'node-claim.sync', [object]);
      expect(await store.operationFailures.list(cluster.id)).toHaveLength(1);
      await store.operationFailures.clear(cluster.id, attempt.operation, [object]);
      expect(await store.operationFailures.list(cluster.id)).toEqual([]);
    });
  });

  describe('alert thresholds', () => {
    const thresholds = { nodes: 5, spendMicroUsdPerHour: 2_000_000, changesPerMinute: 0 };
    const team: Team = {
      id: 'tea_alerts',
      name: 'alerts',
      owns: [],
      members: [],
      createdAt: recordedAt,
      version: 1,
    };
    const ofTeam: StoredAlertThresholds = {
      scope: { kind: 'Team', teamId: team.id },
      thresholds,
      activeAlerts: [],
      version: 0,
    };

    it('are saved only when their version is unchanged, and are removed with their team', async () => {
      await store.access.insertTeam(team);
      const saved = await store.alertThresholds.save(ofTeam);
      expect(saved).toEqual({ ...ofTeam, version: 1 });
      expect(await store.alertThresholds.save(ofTeam)).toBeNull();
      const next = { ...ofTeam, version: 1, thresholds: { ...thresholds, nodes: 6 } };
      expect(await store.alertThresholds.save(next)).toEqual({ ...next, version: 2 });
      const ofAll: StoredAlertThresholds = { ...ofTeam, scope: { kind: 'Organization' } };
      await store.alertThresholds.save(ofAll);
      const all = [
        { ...ofAll, version: 1 },
        { ...next, version: 2 },
      ];
      expect(await store.alertThresholds.list()).toEqual(all);
      await store.access.removeTeam(team.id);
      expect(await store.alertThresholds.list()).toEqual([all[0]]);
    });

    it('are removed with their team, as its spend limit is', async () => {
      await store.access.insertTeam(team);
      await store.spendLimits.insert(
        aSpendLimit({ id: 'spl_team', scope: { kind: 'Team', teamId: team.id } }),
      );
      const ofAll = aSpendLimit({ id: 'spl_all', scope: { kind: 'Organization' } });
      await store.spendLimits.insert(ofAll);
      await store.access.removeTeam(team.id);
      expect(await store.spendLimits.list()).toEqual([ofAll]);
    });

    it('have active alerts, which one writer changes', async () => {
      await store.access.insertTeam(team);
      await store.alertThresholds.save(ofTeam);
      const stored = { ...ofTeam, version: 1 };
      expect(await store.alertThresholds.setActive(stored, ['Nodes'], recordedAt)).toBe(true);
      expect(await store.alertThresholds.setActive(stored, ['Nodes'], recordedAt)).toBe(false);
      const active: StoredAlertThresholds = { ...stored, activeAlerts: ['Nodes'] };
      expect(await store.alertThresholds.list()).toContainEqual(active);
      await store.alertThresholds.save(active);
      expect(await store.alertThresholds.list()).toContainEqual({ ...active, version: 2 });
    });

    it('are compared with the changes of each NodePool', async () => {
      const since = recordedAt + 1_000_000_000;
      const claim = (id: string, fields: Partial<NodeClaim>) =>
        aNodeClaimRecord({ clusterId: cluster.id, id: `ncl_${number}_${id}`, name: id, ...fields });
      await store.nodeClaims.insert([
        claim('a', { requestedAt: since + 1 }),
        claim('b', { requestedAt: since - 1, state: 'Terminated', terminatedAt: since + 2 }),
        claim('c', { requestedAt: since }),
      ]);
      const changes = (await store.brakes.changesSince(since)).filter(
        ({ clusterId }) => clusterId === cluster.id,
      );
      expect(changes.reduce((sum, each) => sum + each.changes, 0)).toBe(2);
    });
  });

  describe('the catalog', () => {
    it('lists offerings without capacity until their time has passed', async () => {
      const offering = {
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'spot',
        code: 'InsufficientInstanceCapacity',
      } as const;
      await store.catalog.markUnavailable(cluster.id, [offering, offering], 2_000);
      await store.catalog.markUnavailable(cluster.id, [offering], 3_000);
      const until = 3_000;
      expect(await store.catalog.unavailableOfferings(cluster.id, 2_500)).toEqual([
        { ...offering, until },
      ]);
      expect(await store.catalog.unavailableOfferings(cluster.id, until)).toEqual([]);
    });

    it('keeps an offering without capacity in a placement group apart from the offering', async () => {
      const offering = {
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'on-demand',
        code: 'InsufficientInstanceCapacity',
      } as const;
      const inGroup = { ...offering, placementGroupId: 'pg-1' };
      await store.catalog.markUnavailable(cluster.id, [inGroup, offering, inGroup], 2_000);
      await store.catalog.markUnavailable(cluster.id, [inGroup], 3_000);
      expect(await store.catalog.unavailableOfferings(cluster.id, 1_000)).toEqual([
        { ...offering, until: 2_000 },
        { ...inGroup, until: 3_000 },
      ]);
    });

    it('returns nothing for a region that has not been read', async () => {
      const scope = { accountId: `${number}`, region: 'us-east-1' };
      expect(await store.catalog.facts(scope)).toBeNull();
      expect(await store.catalog.spotPrices(scope)).toEqual([]);
      expect(await store.catalog.spotPricesAt(scope)).toBeNull();
      const price = {
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        priceMicroUsdPerHour: 40_000,
        at: recordedAt,
      };
      await store.catalog.saveSpotPrices(scope, [price], recordedAt);
      expect(await store.catalog.spotPrices(scope)).toEqual([price]);
      expect(await store.catalog.spotPricesAt(scope)).toBe(recordedAt);
      expect(await store.catalog.facts(scope)).toBeNull();
    });
  });

  describe('identity', () => {
    const token = (id: string, creatorId: string): ApiToken => ({
      id: `tok_${number}_${id}`,
      name: id,
      createdAt: recordedAt,
      createdBy: 'ada',
      creatorId,
      expiresAt: recordedAt + 10_000,
      lastUsedAt: null,
      revokedAt: null,
      rotatedAt: null,
      previousSecretUntil: null,
    });

    it('revokes a token with the tokens that it created', async () => {
      const userId = `usr_${number}`;
      const [root, child, other] = [
        token('root', userId),
        token('child', `tok_${number}_root`),
        token('other', userId),
      ];
      for (const each of [root, child, other]) {
        await store.identity.insertToken(each, `digest-${each.id}`);
      }
      expect(await store.identity.holdToken(child.id, recordedAt)).toEqual(child);
      const revoked = await store.identity.revokeTokenTree(root.id, recordedAt);
      expect(revoked.map(({ id }) => id)).toEqual([root.id, child.id]);
      expect(await store.identity.revokeTokenTree(root.id, recordedAt)).toEqual([]);
      expect(await store.identity.holdToken(child.id, recordedAt)).toBeNull();
      expect(await store.identity.holdToken(other.id, other.expiresAt)).toBeNull();
      expect((await store.identity.revokeTokensOf(userId, recordedAt)).map(({ id }) => id)).toEqual(
        [other.id],
      );
    });

    it('accepts the secret before a rotation until the given time', async () => {
      const rotated = token('rotated', `usr_${number}`);
      await store.identity.insertToken(rotated, `digest-${rotated.id}`);
      const previousSecretUntil = recordedAt + 1_000;
      const rotation = { rotatedAt: recordedAt, previousSecretUntil };
      const find = async (digest: string, now: number) =>
        (await store.identity.findTokenByDigest(digest, now))?.id;
      await store.identity.rotateToken(rotated.id, { ...rotation, digest: `new-${rotated.id}` });
      expect(await find(`new-${rotated.id}`, recordedAt)).toBe(rotated.id);
      expect(await find(`digest-${rotated.id}`, recordedAt)).toBe(rotated.id);
      expect(await find(`digest-${rotated.id}`, previousSecretUntil)).toBeUndefined();
      expect(await store.identity.findToken(rotated.id)).toEqual({ ...rotated, ...rotation });
      const atOnce = { digest: `newest-${rotated.id}`, rotatedAt: recordedAt };
      await store.identity.rotateToken(rotated.id, { ...atOnce, previousSecretUntil: null });
      expect(await find(`new-${rotated.id}`, recordedAt)).toBeUndefined();
    });

    it('changes groups, disabling and sign-in of a user, and removes the user', async () => {
      const user = aUser({ id: `usr_${number}`, name: `ada${number}` });
      await store.identity.insertUser(user, null);
      await store.identity.setGroups(user.id, ['ops', 'web']);
      await store.identity.setDisabled(user.id, recordedAt);
      await store.identity.touchSignIn(user.id, recordedAt + 1);
      const changed = {
        ...user,
        groups: ['ops', 'web'],
        disabledAt: recordedAt,
        lastSignInAt: recordedAt + 1,
      };
      expect(await store.identity.findUser(user.id)).toEqual(changed);
      expect(await store.identity.listUsers()).toContainEqual(changed);
      await store.identity.setDisabled(user.id, null);
      expect((await store.identity.findUser(user.id))?.disabledAt).toBeNull();
      expect(await store.identity.removeUser(user.id)).toBe(true);
      expect(await store.identity.removeUser(user.id)).toBe(false);
      expect(await store.identity.findUser(user.id)).toBeNull();
    });

    it('accepts a sign-in link once, and a session until it expires', async () => {
      const userId = `usr_${number}`;
      const user = aUser({ id: userId, name: `ada${number}`, groups: ['ops'] });
      await store.identity.insertUser(user, null);
      await expect(
        store.identity.insertUser({ ...user, id: 'usr_other' }, null),
      ).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
      await store.identity.setPassword(userId, 'hash');
      expect(await store.identity.findUserByName(user.name)).toEqual({
        user: { ...user, hasPassword: true },
        passwordHash: 'hash',
      });
      const expiresAt = recordedAt + 1_000;
      const digest = `digest-${number}`;
      await store.identity.insertSignInLink({ digest, userId, expiresAt });
      expect(await store.identity.takeSignInLink(digest, recordedAt)).toBe(userId);
      expect(await store.identity.takeSignInLink(digest, recordedAt)).toBeNull();
      const session = {
        id: `ses_${number}`,
        digest,
        userId,
        createdAt: recordedAt,
        expiresAt,
        address: '::1',
      };
      await store.identity.insertSession(session);
      expect(await store.identity.findSession(digest, recordedAt)).toEqual(session);
      expect(await store.identity.findSession(digest, expiresAt)).toBeNull();
      expect(await store.identity.holdSession(session.id, expiresAt)).toBe(false);
      expect(await store.identity.sessionsOf(userId, recordedAt)).toEqual([session]);
      expect(await store.identity.sessionsOf(userId, expiresAt)).toEqual([]);
      expect(await store.identity.endSession('usr_other', session.id)).toBe(false);
      await store.identity.removeSessions(userId, session.id);
      expect(await store.identity.removeSession(digest)).toBe(userId);
      expect(await store.identity.removeSession(digest)).toBeNull();
    });
  });

  describe('access', () => {
    const role = (name: string): CustomRole => ({
      id: `rol_${number}_${name}`,
      name: `${name}${number}`,
      description: '',
      actions: ['node.read', 'pod.read'],
      createdAt: recordedAt,
      version: 1,
    });

    it('saves a role only over the version that was read', async () => {
      const pauser = role('pauser');
      await store.access.insertRole(pauser);
      expect(await store.access.roles()).toContainEqual(pauser);
      const change = { ...pauser, actions: ['pause.write'] } as const;
      const saved = await store.access.saveRole(change);
      expect(saved).toEqual({ ...change, version: 2 });
      expect(await store.access.saveRole(change)).toBeNull();
      await expect(
        store.access.insertRole({ ...pauser, id: `rol_${number}_b` }),
      ).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
      expect(await store.access.removeRole(pauser.id)).toBe(true);
      expect(await store.access.removeRole(pauser.id)).toBe(false);
    });

    it('finds the bindings of subjects, and removes those of a removed cluster', async () => {
      const subject = { kind: 'User', id: `usr_${number}` } as const;
      const group = { kind: 'Group', id: `ops${number}` } as const;
      const scopes: readonly BindingScope[] = [
        { kind: 'Organization' },
        { kind: 'Cluster', clusterId: cluster.id },
        { kind: 'NodePool', clusterId: cluster.id, nodePool: 'default' },
      ];
      const bindings = scopes.map(
        (scope, index): RoleBinding => ({
          id: `rbi_${number}_${index}`,
          subject: index === 0 ? group : subject,
          role: 'viewer',
          scope,
          effect: index === 0 ? 'Deny' : 'Allow',
          createdAt: recordedAt,
          createdBy: 'ada',
        }),
      );
      for (const binding of bindings) await store.access.insertBinding(binding);
      expect(await store.access.bindingsOf([subject, group])).toEqual(bindings);
      expect(await store.access.bindingsOf([subject])).toEqual(bindings.slice(1));
      expect(await store.access.bindingsOf([])).toEqual([]);
      await store.clusters.remove(cluster.id);
      expect(await store.access.bindingsOf([subject, group])).toEqual(bindings.slice(0, 1));
      await store.access.removeBindingsOf(group);
      expect(await store.access.removeBinding(bindings[0]?.id ?? '')).toBe(false);
    });

    it('saves what a team owns and its members, without those that are removed', async () => {
      const team: Team = {
        id: `tea_${number}`,
        name: `web${number}`,
        owns: [
          { kind: 'Cluster', clusterId: cluster.id },
          { kind: 'Namespace', clusterId: cluster.id, namespace: 'web' },
          { kind: 'NodePool', clusterId: cluster.id, nodePool: 'web' },
        ],
        members: [
          { kind: 'Group', id: 'web' },
          { kind: 'User', id: `usr_${number}` },
        ],
        createdAt: recordedAt,
        version: 1,
      };
      await store.access.insertTeam(team);
      expect(await store.access.teams()).toContainEqual(team);
      const change = { ...team, name: `api${number}`, owns: team.owns.slice(0, 1) };
      expect(await store.access.saveTeam(change)).toEqual({ ...change, version: 2 });
      expect(await store.access.saveTeam(change)).toBeNull();
      await store.access.removeMember(`usr_${number}`);
      await store.clusters.remove(cluster.id);
      expect(await store.access.teams()).toContainEqual({
        ...change,
        version: 2,
        owns: [],
        members: team.members.slice(0, 1),
      });
      expect(await store.access.removeTeam(team.id)).toBe(true);
      expect(await store.access.removeTeam(team.id)).toBe(false);
    });
  });
});
