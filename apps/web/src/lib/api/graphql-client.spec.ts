import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShellDocument } from '../../gql/graphql.js';
import { ApiError } from './api-error.js';
import { request } from './graphql-client.js';

const answer = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'x-request-id': 'req_1' } });

async function failureOf(response: () => Response): Promise<ApiError> {
  vi.stubGlobal('fetch', async () => response());
  const error: unknown = await request(ShellDocument, {}).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new TypeError('expected an ApiError');
  return error;
}

describe('request', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('sends the CSRF header', async () => {
    const sent: { readonly headers: object; readonly body: string }[] = [];
    vi.stubGlobal('fetch', async (_url: string, init: (typeof sent)[number]) => {
      sent.push(init);
      return answer('{"data":{"viewer":{"name":"mara"}}}');
    });
    await expect(request(ShellDocument, {})).resolves.toMatchObject({ viewer: { name: 'mara' } });
    expect(sent[0]?.headers).toMatchObject({ 'x-kerf-csrf': '1' });
    expect(sent[0]?.body).toContain('query Shell');
  });

  it.each([
    ['signed-out', () => answer('{"title":"Signed out"}', 401)],
    [
      'signed-out',
      () => answer('{"errors":[{"message":"?","extensions":{"code":"UNAUTHENTICATED"}}]}'),
    ],
    ['forbidden', () => answer('{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}')],
    [
      'refused',
      () =>
        answer(
          '{"errors":[{"message":"too much","extensions":{"code":"INPUT.TOO_COMPLEX"}}]}',
          400,
        ),
    ],
    [
      'server',
      () => answer('{"errors":[{"message":"away","extensions":{"code":"DB.UNAVAILABLE"}}]}'),
    ],
    ['server', () => answer('{"data":null}')],
    ['server', () => answer('<html>502</html>', 502)],
    ['server', () => answer('"text"')],
  ])('fails with kind %s', async (kind, response) => {
    const error = await failureOf(response);
    expect(error.kind).toBe(kind);
    expect(error.requestId).toBe('req_1');
  });

  it('fails with kind offline when there is no response', async () => {
    const error = await failureOf(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(error.kind).toBe('offline');
  });
});
