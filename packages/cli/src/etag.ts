import { dataOf } from '@kerf/client';
import { exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';

/**
 * Returns the ETag of an object as it is stored now: a later change makes the server refuse a write
 * with it.
 * @param read the request that reads the object
 * @throws Failure, and whatever the request throws
 */
export async function etagOf(read: Parameters<typeof dataOf>[0]): Promise<string> {
  await dataOf(read);
  const etag = (await read).response.headers.get('etag');
  if (etag !== null) return etag;
  throw new Failure(exitCodes.unavailable, 'The server sent no ETag.');
}
