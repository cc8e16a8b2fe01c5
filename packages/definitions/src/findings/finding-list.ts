import type { DefinitionFinding } from '@kerf/application';
import type { Position } from '../text/source-map.js';
import { type FindingCode, findingSeverities } from './finding-codes.js';
import { formatPath, type Path } from './path.js';

/** Returns the position of a path in the text; `null` without a text. */
type PositionOf = (path: Path) => Position | null;

export interface NewFinding {
  readonly code: FindingCode;
  readonly path: Path;
  readonly message: string;
  readonly found?: unknown;
  readonly became?: unknown;
  /** Position of a problem without a path, such as a syntax error. */
  readonly position?: Position;
}

/** Maximum per document; a hostile text could cause 100,000. */
const maxFindings = 200;

/** Collects the findings of one document in order. */
export class FindingList {
  readonly #findings: DefinitionFinding[] = [];
  readonly #positionOf: PositionOf;

  constructor(positionOf: PositionOf) {
    this.#positionOf = positionOf;
  }

  add(finding: NewFinding): void {
    const { length } = this.#findings;
    // The first error is always kept, because it refuses the document.
    const isFirstError = findingSeverities[finding.code] === 'Error' && !this.hasErrors;
    if (length < maxFindings || isFirstError) this.#findings.push(this.#describe(finding));
    if (length === maxFindings - 1) this.#findings.push(this.#describe(cut));
  }

  /** Adds the findings of another list without duplicates. */
  merge(other: FindingList): void {
    const reported = new Set(this.#findings.map(identity));
    this.#findings.push(...other.#findings.filter((finding) => !reported.has(identity(finding))));
  }

  /** Returns an independent copy of the list. */
  fork(): FindingList {
    const copy = new FindingList(this.#positionOf);
    copy.#findings.push(...this.#findings);
    return copy;
  }

  get hasErrors(): boolean {
    return this.#findings.some((finding) => finding.severity === 'Error');
  }

  hasErrorAt(path: Path): boolean {
    const text = formatPath(path);
    return this.#findings.some((finding) => finding.severity === 'Error' && finding.path === text);
  }

  toArray(): readonly DefinitionFinding[] {
    return this.#findings;
  }

  #describe({ code, path, message, found, became, position }: NewFinding): DefinitionFinding {
    return {
      severity: findingSeverities[code],
      code,
      path: formatPath(path),
      message: shorten(message, maxMessageLength),
      found: showValue(found),
      became: showValue(became),
      ...(position ?? this.#positionOf(path)),
    };
  }
}

const cut: NewFinding = {
  code: 'FINDINGS_CUT',
  path: [],
  message: `only the first ${maxFindings} findings are listed`,
};

const identity = ({ code, path, message }: DefinitionFinding): string =>
  `${code} ${path} ${message}`;

const maxMessageLength = 800;
const maxShownLength = 160;

/** Returns a value as text; `null` if absent. */
function showValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return shorten(typeof value === 'string' ? value : JSON.stringify(value), maxShownLength);
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
