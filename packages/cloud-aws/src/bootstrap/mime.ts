import { err, ok, type Result } from '@kerf/core';

/** One part of multipart user data, as cloud-init and nodeadm read it. */
export interface MimePart {
  /** Header lines, e.g. `Content-Type: text/x-shellscript; charset="us-ascii"`. */
  readonly headers: readonly string[];
  readonly body: string;
}

export const shellScriptPart = (body: string): MimePart => ({
  headers: ['Content-Type: text/x-shellscript; charset="us-ascii"'],
  body,
});

export const nodeConfigPart = (body: string): MimePart => ({
  headers: ['Content-Type: application/node.eks.aws'],
  body,
});

const boundary = '//';

export function writeMime(parts: readonly MimePart[]): string {
  const written = parts.map(
    ({ headers, body }) => `--${boundary}\n${headers.join('\n')}\n\n${body.trimEnd()}\n\n`,
  );
  return [
    'MIME-Version: 1.0\n',
    `Content-Type: multipart/mixed; boundary="${boundary}"\n\n`,
    ...written,
    `--${boundary}--\n`,
  ].join('');
}

/** Whether the user data is multipart: such text begins with mail headers. */
export const isMime = (text: string): boolean =>
  /^(?:mime-version|content-type):/i.test(text.trimStart());

/** Returns the parts of multipart user data, or an error message if it cannot be read. */
export function readMime(text: string): Result<readonly MimePart[], string> {
  const { headers, body } = splitHeaders(text.trimStart().replaceAll('\r\n', '\n'));
  const contentType = headers.find((line) => /^content-type:/i.test(line)) ?? '';
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const separator = quoted ?? bare;
  if (!/multipart\//i.test(contentType) || separator === undefined) {
    return err('spec.userData has MIME headers but no multipart Content-Type with a boundary');
  }
  const [, ...sections] = `\n${body}`.split(`\n--${separator}`);
  const end = sections.findIndex((section) => section.startsWith('--'));
  if (end < 0) return err(`spec.userData has no closing boundary --${separator}--`);
  return ok(
    sections.slice(0, end).map((section) => splitHeaders(section.replace(/^[^\n]*\n/, ''))),
  );
}

/**
 * Splits off the headers, which end at the first empty line; a folded line belongs to the line
 * before it.
 */
function splitHeaders(text: string): MimePart {
  const blank = text.startsWith('\n') ? 0 : text.indexOf('\n\n');
  const head = blank < 0 ? '' : text.slice(0, blank);
  const headers = head
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
    .filter((line) => line !== '');
  return { headers, body: text.slice(blank < 0 ? 0 : blank).replace(/^\n+/, '') };
}
