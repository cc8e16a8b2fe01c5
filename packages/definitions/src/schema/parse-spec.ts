import type { z } from 'zod';
import type { Draft } from '../conversion/draft.js';
import type { Path } from '../findings/path.js';
import { describeType } from '../text/json.js';
import { toFindings, toPath } from './issue-findings.js';
import type { KnownFields } from './known-fields.js';

const base = ['spec'] as const;

/** Returns a scalar as written in the text; `null` without a text. */
export type TextAt = (path: Path) => string | null;

/**
 * Parses the draft's `spec`. Scalars of a wrong type with only one possible meaning (a number in
 * place of text) are converted with a warning first.
 * @returns `null` with at least one error among the draft's findings
 */
export function parseSpec<S extends z.ZodType>(
  schema: S,
  known: KnownFields,
  draft: Draft,
  textAt: TextAt,
): z.output<S> | null {
  const read = () => schema.safeParse(draft.get(base), { reportInput: true });
  const first = read();
  if (first.success) return first.data;
  const converted = first.error.issues.map((issue) => convertScalar(issue, draft, textAt));
  const result = converted.includes(true) ? read() : first;
  if (result.success) return result.data;
  for (const finding of result.error.issues.flatMap((issue) => toFindings(issue, base, known))) {
    // A field refused by a conversion is not reported again as missing or unknown.
    const isSet =
      (finding.code === 'FIELD_MISSING' || finding.code === 'FIELD_UNKNOWN') &&
      draft.findings.hasErrorAt(finding.path);
    if (!isSet) draft.findings.add(finding);
  }
  return null;
}

function convertScalar(issue: z.core.$ZodIssue, draft: Draft, textAt: TextAt): boolean {
  if (issue.code !== 'invalid_type') return false;
  const path = toPath(issue, base);
  const became = convert(issue.expected, issue.input, textAt(path));
  if (became === null) return false;
  draft.set(path, became);
  draft.findings.add({
    code: 'TYPE_CONVERTED',
    path,
    message:
      typeof became === 'string'
        ? `this must be text, not ${describeType(issue.input)}; it was read as if in quotes`
        : `this must be ${describeType(became)}, not text; it was read without its quotes`,
    found: issue.input,
    became: JSON.stringify(became),
  });
  return true;
}

/** Returns `null` if no other type is certain. */
function convert(
  expected: string,
  input: unknown,
  typed: string | null,
): string | number | boolean | null {
  if (expected === 'string' && (typeof input === 'number' || typeof input === 'boolean')) {
    return typed ?? String(input);
  }
  if (typeof input !== 'string') return null;
  if (['number', 'int'].includes(expected))
    return /^[0-9]{1,15}$/.test(input) ? Number(input) : null;
  if (expected === 'boolean') return input === 'true' ? true : input === 'false' ? false : null;
  return null;
}
