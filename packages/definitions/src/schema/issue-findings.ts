import type { z } from 'zod';
import { type FindingCode, findingSeverities } from '../findings/finding-codes.js';
import type { NewFinding } from '../findings/finding-list.js';
import { suggestion } from '../findings/nearest.js';
import type { Path } from '../findings/path.js';
import { describeType } from '../text/json.js';
import type { KnownFields } from './known-fields.js';
import { retiredFields, retiredValues } from './retired-fields.js';

type Issue = z.core.$ZodIssue;

/** Maximum per mapping, because each is compared with all known fields. */
const maxUnknownFields = 50;

/** Converts zod's issues to findings for authors of manifests. */
export function toFindings(issue: Issue, base: Path, known: KnownFields): readonly NewFinding[] {
  const path = toPath(issue, base);
  const found = issue.input;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, maxUnknownFields)
        .map((key) => unknownField([...path, key], key, known));
    case 'invalid_type':
      return [wrongType(path, found, issue.expected)];
    case 'invalid_value':
      return [unknownValue(path, found, issue.values.map(String))];
    case 'too_small':
    case 'too_big':
      return [{ code: 'OUT_OF_RANGE', path, message: describeRange(issue), found }];
    case 'invalid_format':
      return [{ code: 'VALUE_INVALID', path, message: `${quote(found)} ${issue.message}`, found }];
    case 'invalid_key': {
      const [reason] = issue.issues;
      const key = path.at(-1);
      const message = `${quote(key)} ${reason?.message ?? issue.message}`;
      return [{ code: 'VALUE_INVALID', path, message, found: key }];
    }
    case 'custom': {
      const code: unknown = issue.params?.['finding'];
      return isFindingCode(code)
        ? [{ code, path, message: issue.message }]
        : [{ code: 'VALUE_INVALID', path, message: `${quote(found)} ${issue.message}`, found }];
    }
    default:
      return [{ code: 'VALUE_INVALID', path, message: issue.message, found }];
  }
}

/** Returns the path of the issue in the document. */
export const toPath = ({ path }: Issue, base: Path): Path => [
  ...base,
  ...path.map((step) => (typeof step === 'number' ? step : String(step))),
];

function isFindingCode(value: unknown): value is FindingCode {
  return typeof value === 'string' && Object.hasOwn(findingSeverities, value);
}

const quote = (value: unknown): string => JSON.stringify(String(value).slice(0, 80));

/** Formats a path as in `retiredFields` and KnownFields: without list indexes. */
const withoutPositions = (path: Path): string =>
  path.filter((step) => typeof step === 'string').join('.');

function unknownField(path: Path, key: string, known: KnownFields): NewFinding {
  const place = withoutPositions(path);
  const retired = retiredFields.get(place);
  if (retired !== undefined) {
    const message = `${key} is not supported since v1; ${retired}`;
    return { code: 'FIELD_RETIRED', path, message };
  }
  const shown = key.slice(0, 80);
  const hint = known.hint(withoutPositions(path.slice(0, -1)), key);
  return { code: 'FIELD_UNKNOWN', path, message: `unknown field ${shown}${hint}` };
}

const expectedWords: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a whole number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'a mapping'],
  ['record', 'a mapping'],
]);

function wrongType(path: Path, found: unknown, expected: string): NewFinding {
  const wanted = expectedWords.get(expected) ?? expected;
  return found === undefined
    ? { code: 'FIELD_MISSING', path, message: `this field is required; it must be ${wanted}` }
    : {
        code: 'TYPE_WRONG',
        path,
        message: `this must be ${wanted}, not ${describeType(found)}`,
        found,
      };
}

function unknownValue(path: Path, found: unknown, values: readonly string[]): NewFinding {
  if (found === undefined) {
    const message = `this field is required; it must be one of ${values.join(', ')}`;
    return { code: 'FIELD_MISSING', path, message };
  }
  const word = typeof found === 'string' ? found : describeType(found);
  const retired = retiredValues.get(`${withoutPositions(path)}: ${word}`);
  const message =
    retired ?? `${word} is not one of ${values.join(', ')}${suggestion(word, values)}`;
  return { code: 'VALUE_INVALID', path, message, found };
}

function describeRange(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const unit = issue.origin === 'array' ? ' items' : issue.origin === 'string' ? ' characters' : '';
  const [word, limit] =
    issue.code === 'too_small' ? ['least', issue.minimum] : ['most', issue.maximum];
  if (unit !== '' && word === 'least' && limit === 1) return 'this must not be empty';
  return unit === ''
    ? `this must be at ${word} ${limit}`
    : `this must have at ${word} ${limit}${unit}`;
}
