import { GetParameterCommand } from '@aws-sdk/client-ssm';
import type { DurationMs, Instant } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';

export interface ParameterQuery {
  readonly path: string;
  /** Whether the value never changes, as for an image with a version. */
  readonly isPinned: boolean;
  readonly now: Instant;
}

/** Reads SSM parameters, cached per session for as long as upstream caches them. */
export interface Parameters {
  /** Returns the parameter's value; `null` if the parameter does not exist. Throws `CLOUD.*`. */
  read(session: AwsSession, query: ParameterQuery): Promise<string | null>;
}

/** Source: karpenter aws pkg/cache/cache.go and pkg/providers/ssm/provider.go @v1.14.1. */
const pinnedMs: DurationMs = 24 * 3_600_000;
const mutableMs: DurationMs = 5 * 60_000;
/** AWS publishes these parameters; a missing one belongs to a variant that AWS does not build. */
const publicPrefix = '/aws/service/';

interface Entry {
  readonly value: Promise<string | null>;
  until: Instant;
}

/**
 * Creates the cache. Resolving one EC2NodeClass reads up to five parameters every minute, so values
 * are cached. Failures are not cached, nor are missing parameters that a user may still create.
 */
export function createParameters(): Parameters {
  const known = new WeakMap<AwsSession, Map<string, Entry>>();
  return {
    async read(session, { path, isPinned, now }) {
      const entries = known.get(session) ?? new Map<string, Entry>();
      known.set(session, entries);
      const cached = entries.get(path);
      if (cached !== undefined && now < cached.until) return cached.value;
      // Shared by all callers while the call is running.
      const entry: Entry = { value: getParameter(session, path), until: Infinity };
      entries.set(path, entry);
      try {
        const value = await entry.value;
        entry.until = now + lifetimeMs(path, isPinned, value);
        return value;
      } catch (error) {
        entries.delete(path);
        throw error;
      }
    },
  };
}

function lifetimeMs(path: string, isPinned: boolean, value: string | null): DurationMs {
  if (value === null) return path.startsWith(publicPrefix) ? mutableMs : 0;
  return isPinned ? pinnedMs : mutableMs;
}

async function getParameter(session: AwsSession, path: string): Promise<string | null> {
  try {
    const { Parameter } = await session.call('ssm:GetParameter', (options) =>
      session.ssm.send(new GetParameterCommand({ Name: path }), options),
    );
    return Parameter?.Value ?? null;
  } catch (error) {
    if (hasAwsCode(error, 'ParameterNotFound')) return null;
    throw error;
  }
}
