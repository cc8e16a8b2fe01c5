/** A line of JSON as our processes log it. */
export interface Log {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns `null` for a line that is not one of our logs; it is shown as it is. */
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
    // A line that only looks like JSON is shown as it is.
    return null;
  }
}

/** Returns the sentence by which a process says why it ended: the message of its error, or its line. */
export function reasonIn(line: string): string {
  const error = parseLog(line)?.fields['error'];
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : line;
}
