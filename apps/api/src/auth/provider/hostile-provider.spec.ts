import { createServer, type RequestListener, type Server } from 'node:http';
import { createLogger } from '@kerf/system';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../env.js';
import { IdentityProvider } from './identity-provider.js';

let server: Server | null = null;
let sentBytes = 0;

/** A provider whose pages are answered like this. */
async function providerOf(pages: Readonly<Record<string, RequestListener>>) {
  sentBytes = 0;
  const hostile = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  });
  server = hostile;
  await new Promise<void>((resolve) => void hostile.listen(0, '127.0.0.1', resolve));
  return new IdentityProvider(
    readEnv({
      DATABASE_URL: 'postgresql://localhost/none',
      KERF_PUBLIC_URL: 'http://127.0.0.1:4100',
      KERF_OIDC_ISSUER: issuer(),
      KERF_OIDC_CLIENT_ID: 'kerf',
    }),
    createLogger({ name: 'spec', level: 'silent' }),
  );
}

function issuer(): string {
  const address = server?.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => void server?.close(() => resolve()));
});

const secrets = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) };
const metadataPath = '/.well-known/openid-configuration';
const metadata: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
    }),
  );

const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = 'x'.repeat(64 * 1024);
  const pour = (): void => {
    while (!response.destroyed && response.write(piece)) sentBytes += piece.length;
  };
  response.on('drain', pour);
  pour();
};
const unavailable = expect.objectContaining({ problem: 'provider-unavailable' });
/** Bytes that were read, and those that the buffers of both sockets have room for. */
const expectLittleRead = () => expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
/** A token that is complete but for its signature. */
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'RS256', kid: 'a' })}.${part({ iss: 'i' })}.c2lnbmF0dXJl`;

describe('a hostile identity provider', () => {
  it('is not read to memory when its metadata never end', async () => {
    const provider = await providerOf({ [metadataPath]: endless });
    await expect(provider.begin(secrets)).rejects.toEqual(unavailable);
    expectLittleRead();
  });

  it('is not read to memory when its token endpoint never ends', async () => {
    const provider = await providerOf({ [metadataPath]: metadata, '/token': endless });
    await expect(provider.finish('?code=c&state=s', secrets)).rejects.toEqual(unavailable);
    expectLittleRead();
  });

  it('is not read to memory when its keys never end', async () => {
    const provider = await providerOf({ [metadataPath]: metadata, '/keys': endless });
    await expect(provider.verifySignature(token, {})).rejects.toThrow(
      /exceeds|JSON|fetch|Expected/,
    );
    expectLittleRead();
  });

  it.each(['<html>Sign in</html>', '[]', '{"issuer":"https://other.example"}', ''])(
    'is refused when its metadata are garbage: %j',
    async (body) => {
      const provider = await providerOf({
        [metadataPath]: (_request, response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      });
      await expect(provider.begin(secrets)).rejects.toMatchObject({
        problem: expect.stringMatching(/^(provider-unavailable|invalid-answer)$/),
      });
    },
  );
});
