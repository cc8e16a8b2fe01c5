import { storedFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../testing/api-under-test.js';
import { storeSamples } from '../testing/store-samples.js';

let api: ApiUnderTest;
/** One object of each type that has an ID, by type. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  await storeSamples(api.api.parts.ports.store);
  const scope = `scope: { kind: CLUSTER, clusterId: "${storedFleet.cluster}" }`;
  const made = await api.graphql(
    api.writer,
    `mutation {
      team: createTeam(input: { name: "shop" }) { team { id } }
      binding: bindRole(input: { subjectKind: GROUP, subjectId: "sre", role: "viewer", ${scope} }) { roleBinding { id } }
      pause: setPause(input: { ${scope}, stops: CONSOLIDATION, reason: "x" }) { pause { id } }
      limit: createSpendLimit(input: { ${scope}, hourly: "5" }) { spendLimit { id } }
      channel: createNotificationChannel(
        input: { kind: TEAMS, name: "x", webhookUrl: "https://t.example/1" }
      ) { channel { id } userErrors { message } }
    }`,
  );
  await api.signIn();
  const read = await api.graphql(api.writer, '{ users { id } apiTokens { id } }');
  const idAt = (answer: { readonly body: unknown }, path: string) =>
    String(at(answer.body, `data.${path}.id`));
  ids = {
    Cluster: storedFleet.cluster,
    NodePool: storedFleet.nodePool,
    NodeClass: storedFleet.nodeClass,
    NodeClaim: storedFleet.nodeClaim,
    Decision: storedFleet.emptyDecision,
    AuditEntry: storedFleet.auditEntry,
    Interruption: 'int_1',
    DisruptionSimulation: 'sim_1',
    Team: idAt(made, 'team.team'),
    RoleBinding: idAt(made, 'binding.roleBinding'),
    Pause: idAt(made, 'pause.pause'),
    SpendLimit: idAt(made, 'limit.spendLimit'),
    NotificationChannel: idAt(made, 'channel.channel'),
    User: idAt(read, 'users.0'),
    ApiToken: idAt(read, 'apiTokens.0'),
  };
});
afterAll(() => api.close());

/** A token that may read the approval policy only. */
async function stranger(): Promise<Sender> {
  const made = await api.graphql(
    api.writer,
    'mutation { createRole(input: { name: "policy", actions: [APPROVAL_POLICY_READ] }) { role { id } } }',
  );
  const role = String(at(made.body, 'data.createRole.role.id'));
  return api.senderOf({ name: 'stranger', role });
}

const objects = async (sender: Sender) => {
  const text = 'query ($ids: [ID!]!) { objects(ids: $ids) { __typename id } }';
  const { body } = await api.graphql(sender, text, { ids: Object.values(ids) });
  return at(body, 'data.objects');
};

describe('objects by their IDs', () => {
  it('are of every type, in the order of the IDs', async () => {
    expect(await objects(api.writer)).toEqual(
      Object.entries(ids).map(([type, id]) => ({ __typename: type, id })),
    );
  });

  it('are not found if the caller may not see them', async () => {
    expect(await objects(await stranger())).toEqual(Object.keys(ids).map(() => null));
  });

  it('are one to a hundred', async () => {
    for (const count of [0, 101]) {
      const text = `{ objects(ids: ${JSON.stringify(Array.from({ length: count }, () => 'clu_1'))}) { id } }`;
      const { body } = await api.graphql(api.reader, text);
      expect(at(body, 'errors.0.extensions')).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [{ path: 'ids' }],
      });
    }
  });
});
