import { AppError } from '@kerf/core';
import { toSentence } from '../errors.js';

/** @throws CLUSTER.INVALID for an endpoint that is not an https URL */
export function requireHttps(endpoint: string): void {
  try {
    if (new URL(endpoint).protocol === 'https:') return;
  } catch (cause) {
    throw invalidEndpoint(endpoint, toSentence(cause));
  }
  throw invalidEndpoint(endpoint, 'it must use https');
}

function invalidEndpoint(endpoint: string, why: string): AppError {
  return new AppError({
    code: 'CLUSTER.INVALID',
    message: `${JSON.stringify(endpoint)} is not a valid endpoint of an API server: ${why}`,
  });
}
