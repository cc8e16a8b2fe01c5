import type { Decision } from '../../domain/decision/decision.js';

/**
 * Returns the number of disruptions by kind and state, as `Empty Executed`; `+` with a replacement,
 * `++` with several, `-` if nodes go before their replacement.
 */
export function countDisruptions(decisions: readonly Decision[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, body, state } of decisions) {
    if (body.type !== 'Disrupt') continue;
    const { replacements, terminateFirst } = body.command;
    const sign = terminateFirst === undefined ? '+'.repeat(Math.min(2, replacements.length)) : '-';
    const key = `${kind}${sign} ${state}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
