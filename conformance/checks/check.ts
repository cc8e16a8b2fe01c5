/** The result of a check of a run's logs. */
export interface CheckResult {
  readonly name: string;
  readonly isPassed: boolean;
  /** Figures, or the first violations. */
  readonly detail: string;
}

/** A check that passes if there are no violations; lists the first few. */
export function noViolations(
  name: string,
  checked: number,
  violations: readonly string[],
): CheckResult {
  const counts = new Map<string, number>();
  for (const each of violations) counts.set(each, (counts.get(each) ?? 0) + 1);
  const shown = [...counts].slice(0, 8).map(([text, count]) => `${text} (${count})`);
  // A log without entries proves nothing.
  const isPassed = violations.length === 0 && checked > 0;
  const found = shown.length === 0 ? 'none violates it' : shown.join('; ');
  return { name, isPassed, detail: `${checked} requests; ${found}` };
}
