import { ok } from '@kerf/core';
import { z } from 'zod';
import { type Outcome, refuse } from '../../contract/outcome.js';

const answer = z.object({ message: z.string() });

/** Timeout of the write, after which the person may click again: the same number of pods changes nothing. */
const timeoutMs = 5_000;

export interface SandboxPods {
  readonly cluster: string;
  readonly pods: number;
}

/**
 * Has the sandbox deploy so many pods that request one CPU each.
 * @returns the sandbox's sentence on what it did, or why it did not
 */
export async function setSandboxPods(
  controlUrl: string,
  { cluster, pods }: SandboxPods,
): Promise<Outcome<string>> {
  const response = await fetch(new URL('/scenarios/inflate', controlUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cluster, size: pods }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (response === null || response.status >= 500) {
    return refuse('CONFLICT', 'The sandbox does not respond. It may be starting: try again.');
  }
  const { message } = answer.parse(await response.json());
  return response.ok ? ok(message) : refuse('INVALID', message, 'pods');
}
