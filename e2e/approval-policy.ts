import { callApi } from './people.js';
import { expect } from './product.js';

/** Saves an approval policy; returns the manifest of the one before, to restore it. */
export async function savePolicy(manifest: string): Promise<string> {
  const before = await readPolicy();
  const { status, body } = await callApi('PUT', '/api/v1/approval-policy', {
    headers: { 'if-match': before.headers.get('etag') ?? '*' },
    body: { manifest },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return before.body.manifest;
}

/** Returns the response with the approval policy in force. */
export const readPolicy = () =>
  callApi<{ readonly manifest: string }>('GET', '/api/v1/approval-policy');
