import type { IncomingMessage } from 'node:http';
import { parse, YAMLParseError } from 'yaml';
import { badRequest, failure, unsupportedMediaType } from '../../api/status.js';
import type { Json } from '../../json/json.js';
import { decodeProtobuf, protobufType } from '../../protobuf/decode-protobuf.js';

const maxBytes = 3 * 1024 * 1024;

/**
 * Reads the whole body even if it is too large, because clients read the response only after
 * sending it.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += buffer.length;
    if (bytes <= maxBytes) chunks.push(buffer);
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks);
  throw failure({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: limit is ${maxBytes}`,
  });
}

export function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim() ?? '';
}

/** Parses the body of an object. */
export function parseObjectBody(body: Buffer, mediaType: string): Json {
  if (mediaType === 'application/json') return parseJson(body.toString('utf8'));
  if (mediaType === 'application/yaml') return parseYaml(body.toString('utf8'));
  if (mediaType === protobufType) return decodeProtobuf(body);
  throw unsupportedMediaType(['application/json', 'application/yaml', protobufType]);
}

export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'not JSON';
    const shown = text === '' ? '<empty>' : text.slice(0, 64);
    throw badRequest(
      `the object provided is unrecognized: couldn't get version/kind; json parse error: ${why} (${shown})`,
    );
  }
}

export function parseYaml(text: string): Json {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw badRequest(`error converting YAML to JSON: ${error.message}`);
  }
}
