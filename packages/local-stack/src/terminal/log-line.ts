/** A JSON log line of our processes. */
export interface Log {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Parses a log line; returns `null` for other lines, which are shown unchanged. */
export function parseLog(line: string): Log | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const { level, msg, time, pid, name, ...fields }: Record<string, unknown> = { ...value };
    return typeof level === 'string' && typeof msg === 'string'
      ? { level, message: msg, fields }
      : null;
  } catch {
    // Invalid JSON is shown unchanged.
    return null;
  }
}

/** Returns the reason why a process ended: the message of its error, or its last line. */
export function reasonIn(line: string): string {
  const error = parseLog(line)?.fields['error'];
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : line;
}
