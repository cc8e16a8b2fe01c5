export interface MimePart {
  readonly contentType: string;
  readonly body: string;
}

/**
 * Returns the parts of a MIME multipart text; none if it is not multipart. Source: RFC 2046,
 * section 5.1.
 */
export function mimeParts(source: string): readonly MimePart[] {
  const text = source.replaceAll('\r\n', '\n');
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(headerOf(text)) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return [];
  const [, ...sections] = `\n${text}`.split(`\n--${boundary}`);
  return sections
    .filter((section) => !section.startsWith('--'))
    .map((section) => {
      const content = section.replace(/^\n/, '');
      const header = headerOf(content);
      const [, contentType = 'text/plain'] = /content-type:\s*([^\s;]+)/i.exec(header) ?? [];
      return { contentType, body: content.slice(header.length).replace(/^\n+/, '') };
    });
}

/** Returns the text before the first empty line. */
function headerOf(text: string): string {
  const end = text.indexOf('\n\n');
  return end < 0 ? text : text.slice(0, end);
}
