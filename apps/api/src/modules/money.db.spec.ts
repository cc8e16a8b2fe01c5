import { aDecision, aPause, recordedAt, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = storedFleet.cluster;
const settingsPath = `/api/v1/clusters/${storedFleet.clusterName}/brake-settings`;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const patch = (path: string, body: object, version: number) =>
  api.send('PATCH', path, { ...api.writer, 'if-match': `"${version}"` }, body);
const ask = async (query: string) => at((await api.graphql(api.reader, query)).body, 'data');

describe('an amount in a request', () => {
  const expected =
    'must be a decimal string of US dollars with at most nine digits before the point and six after it, e.g. "0.096"';

  it.each([
    ['a number', 50],
    ['too many digits', '0.0000001'],
    ['an exponent', '5e1'],
    ['an exponent beyond every number', '1e400'],
    ['no number', 'NaN'],
    ['words', 'abc'],
    ['more than nine digits before the point', '1000000000'],
    ['a unit', '$50'],
  ])('is refused by REST with its field and what it must be: %s', async (_what, alertSpend) => {
    expect(await patch(settingsPath, { alertSpend }, 0)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/alertSpend', detail: expected }] },
    });
  });

  it('is refused by GraphQL with the expected form', async () => {
    const answer = await api.graphql(
      api.writer,
      `mutation ($input: ChangeBrakeSettingsInput!) {
        changeBrakeSettings(input: $input) { settings { alertSpend } } }`,
      { input: { clusterId, alertSpend: '5e1', expectedVersion: 0 } },
    );
    expect(at(answer.body, 'errors.0.message')).toContain('at "input.alertSpend"');
    expect(at(answer.body, 'errors.0.message')).toContain(`UsdPerHour ${expected}`);
  });

  it.each([
    ['"abc"', 'abc'],
    ['"1e400"', '1e400'],
    ['50', '50'],
  ])(
    'is refused by GraphQL with its field and place in the document: %s',
    async (literal, found) => {
      const answer = await api.graphql(
        api.writer,
        `mutation { changeBrakeSettings(input: { clusterId: "${clusterId}",
        alertSpend: ${literal}, expectedVersion: 0 }) { settings { alertSpend } } }`,
      );
      expect(at(answer.body, 'errors.0.message')).toContain('alertSpend');
      expect(at(answer.body, 'errors.0.message')).toContain(found);
      expect(at(answer.body, 'errors.0.message')).toContain(`UsdPerHour ${expected}`);
      expect(at(answer.body, 'errors.0.locations.0')).toEqual({ line: 2, column: 21 });
    },
  );

  it('is refused outside its range under its public name', async () => {
    expect(await patch(settingsPath, { spendRise: '-1', alertSpend: '-0.5' }, 0)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '#/spendRise', detail: 'must be from 0 to a billion US dollars' },
          { pointer: '#/alertSpend', detail: 'must be from 0 to a billion US dollars' },
        ],
      },
    });
    const ofCluster = `/api/v1/clusters/${storedFleet.clusterName}`;
    expect(await patch(ofCluster, { settings: { minSaving: '1000.000001' } }, 1)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '#/settings/minSaving', detail: 'must be 0 to 1000 US dollars per hour' },
        ],
      },
    });
  });
});

describe('an amount in a response', () => {
  it('is the same text in CSV', async () => {
    const list = `/api/v1/clusters/${storedFleet.clusterName}/nodes`;
    const asTable = { ...api.reader, accept: 'text/csv' };
    const [head = '', first = ''] = String((await api.send('GET', list, asTable)).body).split('\n');
    expect(first.split(',')[head.split(',').indexOf('price')]).toBe('0.096');
  });

  it('of the brake for rises of the cost is in fields of its own', async () => {
    const { pauses } = api.api.parts.ports.store;
    const scope = { kind: 'Cluster', clusterId } as const;
    const evidence = { observed: 6, threshold: 5, steps: [], costMicroUsd: null };
    await pauses.insert(
      aPause({ id: 'pau_claims', scope, evidence: { ...evidence, rule: 'LaunchFailures' } }),
    );
    const spend = { rule: 'SpendRise', observed: 620_500_000, threshold: 500_000_000 } as const;
    await pauses.insert(aPause({ id: 'pau_spend', scope, evidence: { ...evidence, ...spend } }));
    const fields = '{ evidence { observed threshold observedSpendRise thresholdSpendRise } }';
    expect(
      await ask(
        `{ claims: pause(id: "pau_claims") ${fields} spend: pause(id: "pau_spend") ${fields} }`,
      ),
    ).toEqual({
      claims: {
        evidence: { observed: 6, threshold: 5, observedSpendRise: null, thresholdSpendRise: null },
      },
      spend: {
        evidence: {
          observed: null,
          threshold: null,
          observedSpendRise: '620.5',
          thresholdSpendRise: '500',
        },
      },
    });
    const rest = await api.send('GET', '/api/v1/pauses/pau_spend', api.reader);
    expect(rest.body).toMatchObject({
      evidence: { observed: null, observedSpendRise: '620.5', thresholdSpendRise: '500' },
    });
  });

  it('in the history of a decision has its unit in its name', async () => {
    const id = 'dec_launched';
    const reason = {
      code: 'SAVING_TOO_SMALL',
      savingMicroUsdPerHour: 4_000,
      minSavingMicroUsdPerHour: 20_000,
      pods: 4,
    } as const;
    await api.api.parts.ports.store.decisions.insert(aDecision({ clusterId, id }), [
      {
        at: recordedAt,
        kind: 'NodeClaimLaunched',
        actor: 'kerf',
        data: {
          expectedMicroUsdPerHour: 112_200,
          actualMicroUsdPerHour: 124_000,
          dropped: [{ nodeName: 'ip-1', reasons: [reason] }],
        },
      },
    ]);
    const data = {
      expectedUsdPerHour: '0.1122',
      actualUsdPerHour: '0.124',
      dropped: [
        {
          nodeName: 'ip-1',
          reasons: [
            {
              code: 'SAVING_TOO_SMALL',
              savingUsdPerHour: '0.004',
              minSavingUsdPerHour: '0.02',
              pods: 4,
              message: expect.stringContaining('$0.0040'),
            },
          ],
        },
      ],
    };
    const answer = await ask(`{ decision(id: "${id}") { events { data } } }`);
    expect(at(answer, 'decision.events')).toEqual([{ data }]);
    const rest = await api.send('GET', `/api/v1/decisions/${id}`, api.reader);
    expect(at(rest.body, 'events.0.data')).toEqual(data);
  });

  it('in the audit log has its unit in its name, and is stored as before', async () => {
    expect(await patch(settingsPath, { alertSpend: '50.25' }, 0)).toMatchObject({ status: 200 });
    const { body } = await api.send(
      'GET',
      '/api/v1/audit-entries?action=brake-settings.&limit=1',
      api.writer,
    );
    expect(body).toMatchObject({
      items: [{ before: { alertSpendUsdPerHour: '0' }, after: { alertSpendUsdPerHour: '50.25' } }],
    });
    const answer = await api.graphql(
      api.writer,
      '{ auditEntries(first: 1, filter: { action: "brake-settings." }) { nodes { after } } }',
    );
    expect(at(answer.body, 'data.auditEntries.nodes.0.after')).toMatchObject({
      alertSpendUsdPerHour: '50.25',
    });
    const { rows } = await api.api.parts.database.pool.query(
      `SELECT after->'value'->'alertSpendMicroUsdPerHour' AS stored FROM audit_entries
        WHERE action = 'brake-settings.change'`,
    );
    expect(rows).toEqual([{ stored: 50_250_000 }]);
  });
});
