import { Buffer } from 'node:buffer';
import { toUnexpectedAnswerError } from '../errors.js';

/**
 * A page of 500 pods has 3–5 MB; only a broken or malicious server sends a response of this size.
 */
const maxBytes = 256 * 1024 * 1024;

/** Returns the whole body as text. */
export async function readText(body: AsyncIterable<Uint8Array>, doing: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw toUnexpectedAnswerError(doing, `the response exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses JSON; returns `undefined` if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
