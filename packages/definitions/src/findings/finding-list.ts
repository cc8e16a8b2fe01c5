import type { DefinitionFinding } from '@kerf/application';
import { type FindingCode, findingSeverities } from './finding-codes.js';
import { formatPath, type Path } from './path.js';

/** Says on which line of the text a path stands; `null` when it cannot tell. */
export type LineOf = (path: Path) => number | null;

export interface NewFinding {
  readonly code: FindingCode;
  readonly path: Path;
  readonly message: string;
  readonly found?: unknown;
  readonly became?: unknown;
}

/** Collects what there is to say about one document, in the order it was noticed. */
export class FindingList {
  readonly #findings: DefinitionFinding[] = [];
  readonly #lineOf: LineOf;

  constructor(lineOf: LineOf) {
    this.#lineOf = lineOf;
  }

  add(finding: NewFinding): void {
    const line = this.#lineOf(finding.path);
    this.#findings.push({
      severity: findingSeverities[finding.code],
      code: finding.code,
      path: formatPath(finding.path),
      message: finding.message,
      found: showValue(finding.found),
      became: showValue(finding.became),
      ...(line === null ? {} : { line }),
    });
  }

  /** Takes over what another list holds and this one does not say already. */
  merge(other: FindingList): void {
    const said = new Set(this.#findings.map(identity));
    this.#findings.push(...other.#findings.filter((finding) => !said.has(identity(finding))));
  }

  /** The same findings so far, to go on from in another direction. */
  fork(): FindingList {
    const copy = new FindingList(this.#lineOf);
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

  has(code: FindingCode): boolean {
    return this.#findings.some((finding) => finding.code === code);
  }

  toArray(): readonly DefinitionFinding[] {
    return this.#findings;
  }
}

const identity = ({ code, path, message }: DefinitionFinding): string =>
  `${code} ${path} ${message}`;

const maxShownLength = 160;

/** A value as a person wrote it, cut where it grows long; `null` for nothing. */
function showValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
