import { InvariantViolation, isRecord } from '@kerf/core';

import type { Shape, StructShape } from './shape.js';

/** Returns the XML elements of a struct's members, without the enclosing element. */
export function writeXmlMembers(shape: StructShape, value: unknown): string {
  if (!isRecord(value)) throw new InvariantViolation('an output must be an object');
  let xml = '';
  for (const member of shape.members) {
    const content = value[member.name];
    if (content !== undefined && content !== null) {
      xml += element(member.xmlName, writeContent(member.shape, content));
    }
  }
  return xml;
}

export function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function writeContent(shape: Shape, value: unknown): string {
  switch (shape.kind) {
    case 'struct':
      return writeXmlMembers(shape, value);
    case 'list':
      return listOf(value)
        .map((item) => element(shape.xmlName, writeContent(shape.item, item)))
        .join('');
    case 'map':
    case 'blob':
      throw new InvariantViolation(`no operation answers with a ${shape.kind} in XML`);
    default:
      return escapeXml(value instanceof Date ? value.toISOString() : String(value));
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value))
    throw new InvariantViolation('an output has a value instead of a list');
  return value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers convert a bare carriage return to a line feed.
  '\r': '&#13;',
};
const special = /[&<>"\r]/g;
/** Characters that are invalid in XML 1.0, even escaped. */
const impossible = /(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu;

export function escapeXml(text: string): string {
  return text
    .replace(special, (character) => entities[character] ?? character)
    .replace(impossible, '\ufffd');
}
