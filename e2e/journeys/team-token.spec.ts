import { callApi, clusterIdOf } from '../people.js';
import { clusterInMode, expect, readProduct, test } from '../product.js';

const own = clusterInMode('auto').name;
const other = clusterInMode('observe').name;
const team = 'token journey';
/** Revoked tokens stay in the list. */
const tokenName = `token-of-the-team-${Date.now()}`;

interface Pool {
  readonly id: string;
  readonly name: string;
  readonly clusterName: string;
}

interface Items<Item> {
  readonly items: readonly Item[];
}

test.afterAll(async () => {
  const tokens = await callApi<Items<{ id: string; name: string; revokedAt: string | null }>>(
    'GET',
    '/api/v1/api-tokens',
  );
  for (const { id } of tokens.body.items.filter(({ name }) => name === tokenName)) {
    await callApi('DELETE', `/api/v1/api-tokens/${id}`);
  }
  const bindings = await callApi<Items<{ id: string; scope: { teamName: string | null } }>>(
    'GET',
    '/api/v1/role-bindings',
  );
  for (const { id } of bindings.body.items.filter(({ scope }) => scope.teamName === team)) {
    await callApi('DELETE', `/api/v1/role-bindings/${id}`);
  }
  const teams = await callApi<Items<{ id: string; name: string }>>('GET', '/api/v1/teams');
  for (const { id } of teams.body.items.filter(({ name }) => name === team)) {
    expect(
      (await callApi('DELETE', `/api/v1/teams/${id}`, { headers: { 'if-match': '*' } })).status,
    ).toBe(204);
  }
});

test('a token of a team sees only the NodePools of the team', async ({ page }) => {
  const pools = await callApi<Items<Pool>>('GET', '/api/v1/node-pools?limit=100');
  const ofCluster = pools.body.items.filter(({ clusterName }) => clusterName === own);
  const mine = ofCluster.find(({ name }) => name === 'general');
  const foreign = ofCluster.find(({ name }) => name !== 'general');
  const far = pools.body.items.find(({ clusterName }) => clusterName === other);
  if (mine === undefined || foreign === undefined || far === undefined)
    throw new TypeError('the sample fleet has several NodePools');

  await test.step('an administrator creates a team that owns one NodePool', async () => {
    await page.goto('/settings/teams');
    const teams = page.getByRole('region', { name: 'Teams' });
    await teams.getByLabel('Team name').fill(team);
    await teams.getByLabel('Members: group of the identity provider').fill('anyone');
    await teams.getByRole('combobox', { name: 'Owns' }).click();
    await page.getByRole('option', { name: 'NodePool', exact: true }).click();
    await teams.getByRole('combobox', { name: 'Of cluster' }).click();
    await page.getByRole('option', { name: own }).click();
    await teams.getByLabel('NodePool name').fill(mine.name);
    await teams.getByRole('button', { name: 'Create team' }).click();
    await expect(teams.getByRole('row', { name: new RegExp(team) })).toContainText(
      `NodePool ${mine.name} of ${own}`,
    );
  });
  const token = await test.step('and a token in the scope of the team', async () => {
    await page.goto('/settings/api-access');
    const tokens = page.getByRole('region', { name: 'API tokens' });
    await tokens.getByRole('textbox', { name: 'Token name' }).fill(tokenName);
    await tokens.getByRole('combobox', { name: 'Scope' }).click();
    await page.getByRole('option', { name: 'Team', exact: true }).click();
    await tokens.getByRole('combobox', { name: 'Team', exact: true }).click();
    await page.getByRole('option', { name: team }).click();
    await tokens.getByRole('button', { name: 'Create token' }).click();
    const secret = await tokens.getByText(/^kerf_token_/).innerText();
    await tokens.getByRole('button', { name: 'I have copied it' }).click();
    await expect(tokens.getByRole('row', { name: new RegExp(tokenName) })).toContainText(team);
    return secret;
  });

  await test.step('REST lists what the team owns, and nothing else is found', async () => {
    const seen = await callApi<Items<Pool>>('GET', '/api/v1/node-pools?limit=100', { token });
    expect(seen.body.items.map(({ id }) => id)).toEqual([mine.id]);
    const clusters = await callApi<Items<{ name: string }>>('GET', '/api/v1/clusters', { token });
    expect(clusters.body.items.map(({ name }) => name)).toEqual([own]);
    expect((await callApi('GET', `/api/v1/node-pools/${mine.id}`, { token })).status).toBe(200);
    for (const path of [
      `/api/v1/node-pools/${foreign.id}`,
      `/api/v1/node-pools/${far.id}`,
      `/api/v1/clusters/${other}`,
      `/api/v1/clusters/${await clusterIdOf(other)}/nodes`,
    ]) {
      expect(await callApi('GET', path, { token }), path).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    }
    const nodes = await callApi<Items<{ nodePool: string }>>(
      'GET',
      `/api/v1/clusters/${own}/nodes?limit=100`,
      { token },
    );
    expect(nodes.body.items.length).toBeGreaterThan(0);
    expect(new Set(nodes.body.items.map(({ nodePool }) => nodePool))).toEqual(new Set([mine.name]));
  });

  await test.step('GraphQL gives the same', async () => {
    const { body } = await callApi<{ data: unknown }>('POST', '/graphql', {
      token,
      body: {
        query: `query ($foreign: ID!, $far: ID!, $mine: ID!) {
          clusters(first: 10) { nodes { name } totalCount }
          nodePools(first: 100) { nodes { id } totalCount }
          mine: nodePool(id: $mine) { name }
          foreign: nodePool(id: $foreign) { name }
          far: nodePool(id: $far) { name }
        }`,
        variables: { mine: mine.id, foreign: foreign.id, far: far.id },
      },
    });
    expect(body.data).toEqual({
      clusters: { nodes: [{ name: own }], totalCount: 1 },
      nodePools: { nodes: [{ id: mine.id }], totalCount: 1 },
      mine: { name: mine.name },
      foreign: null,
      far: null,
    });
  });

  await test.step('the token is refused once it is revoked', async () => {
    await page.goto('/settings/api-access');
    const row = page
      .getByRole('region', { name: 'API tokens' })
      .getByRole('row', { name: new RegExp(tokenName) });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await expect(row).toContainText('Revoked');
    const answer = await fetch(`${readProduct().url}/api/v1/node-pools`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });
});
