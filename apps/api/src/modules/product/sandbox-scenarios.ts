import { z } from 'zod';
import { parseInstant } from '../../contract/instant.js';
import type { SandboxScenario } from '../../generated/schema-types.js';

const instant = z.string().transform((text, context) => {
  const at = parseInstant(text);
  if (at !== null) return at;
  context.issues.push({ code: 'custom', input: text, message: 'is not a timestamp' });
  return z.NEVER;
});

const schema = z.object({
  active: z.array(
    z
      .object({
        scenario: z.string(),
        cluster: z.string(),
        startedAt: instant,
        endsAt: instant.nullable(),
        message: z.string(),
        watch: z.string(),
        page: z.string(),
      })
      .transform(({ scenario: name, ...run }): SandboxScenario => ({ name, ...run })),
  ),
});

/** Timeout, so that pages do not wait for the sandbox. */
const timeoutMs = 500;

/** @returns `null` if the sandbox does not respond in time, e.g. during a restart */
export async function readScenarios(
  controlUrl: string,
): Promise<readonly SandboxScenario[] | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(new URL('/scenario', controlUrl), { signal }).catch(() => null);
  return response?.ok === true ? schema.parse(await response.json()).active : null;
}
