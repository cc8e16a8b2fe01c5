import { badRequest, unsupportedMediaType } from '../api/status.js';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { fieldsOfMessage, type MessageField } from './message-fields.js';
import { readFields, type WireField } from './wire-reader.js';

export const protobufType = 'application/vnd.kubernetes.protobuf';

const magic = 'k8s\u0000';

/**
 * Decodes a body as Go clients send built-in kinds: an envelope with the kind, and the object.
 * Responses are always JSON, which these clients accept.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
 */
export function decodeProtobuf(body: Uint8Array): JsonObject {
  if (Buffer.from(body.subarray(0, 4)).toString('latin1') !== magic) {
    throw badRequest(
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    );
  }
  const envelope = readFields(body.subarray(4));
  const type = readFields(bytesOf(envelope, 1));
  const apiVersion = Buffer.from(bytesOf(type, 1)).toString();
  const kind = Buffer.from(bytesOf(type, 2)).toString();
  const message = messageName(apiVersion, kind);
  if (fieldsOfMessage(message) === undefined) {
    throw unsupportedMediaType(['application/json', 'application/yaml']);
  }
  const object = decodeMessage(bytesOf(envelope, 2), message);
  return { apiVersion, kind, ...(isObject(object) ? object : {}) };
}

function bytesOf(fields: readonly WireField[], number: number): Uint8Array {
  const value = fields.find((field) => field.number === number)?.value;
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** Returns `policy.v1.Eviction` for `policy/v1 Eviction`, and `core.v1.Pod` for `v1 Pod`. */
function messageName(apiVersion: string, kind: string): string {
  if (kind === 'DeleteOptions') return 'meta.v1.DeleteOptions';
  const [group = '', version] = apiVersion.split('/');
  const prefix = version === undefined ? 'core' : (group.split('.')[0] ?? '');
  return `${prefix}.${version ?? group}.${kind}`;
}

type Decode = (bytes: Uint8Array) => Json;

/** Types with their own JSON format. */
const special: Readonly<Record<string, Decode>> = {
  'api.resource.Quantity': (bytes) => textOf(bytesOf(readFields(bytes), 1)),
  'util.intstr.IntOrString': decodeIntOrString,
  'meta.v1.Time': decodeTime,
  'meta.v1.MicroTime': decodeTime,
  'meta.v1.FieldsV1': (bytes) => decodeRaw(bytesOf(readFields(bytes), 1)),
  'runtime.RawExtension': (bytes) => decodeRaw(bytesOf(readFields(bytes), 1)),
};

function decodeMessage(bytes: Uint8Array, message: string): Json {
  const decode = special[message];
  if (decode !== undefined) return decode(bytes);
  const fields = fieldsOfMessage(message);
  const result: Record<string, Json> = {};
  for (const { number, value } of readFields(bytes)) {
    const field = fields?.get(number);
    if (field !== undefined) addField(result, field, value);
  }
  return result;
}

function addField(
  result: Record<string, Json>,
  field: MessageField,
  value: WireField['value'],
): void {
  const { name, shape, type, isInline } = field;
  if (shape === 'map') {
    const entry = readFields(value instanceof Uint8Array ? value : new Uint8Array());
    const entries = result[name];
    const item = decodeValue(bytesOf(entry, 2), type);
    const key = textOf(bytesOf(entry, 1));
    result[name] = { ...(isObject(entries) ? entries : {}), [key]: item };
    return;
  }
  const decoded = decodeValue(value, type);
  if (shape === 'list') {
    const items = result[name];
    result[name] = Array.isArray(items) ? [...items, decoded] : [decoded];
  } else if (isInline && isObject(decoded)) {
    Object.assign(result, decoded);
  } else if (decoded !== '') {
    // Go encodes an unset string as an empty one.
    result[name] = decoded;
  }
}

function decodeValue(value: WireField['value'], type: string): Json {
  if (typeof value === 'bigint') return type === 'b' ? value !== 0n : Number(value);
  switch (type) {
    case 's':
      return textOf(value);
    case 'y':
      return Buffer.from(value).toString('base64');
    case 'd':
      return Buffer.from(value).readDoubleLE(0);
    default:
      return decodeMessage(value, type);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function numberOf(fields: readonly WireField[], number: number): number {
  const value = fields.find((field) => field.number === number)?.value;
  return typeof value === 'bigint' ? Number(value) : 0;
}

function decodeIntOrString(bytes: Uint8Array): Json {
  const fields = readFields(bytes);
  return numberOf(fields, 1) === 0 ? numberOf(fields, 2) : textOf(bytesOf(fields, 3));
}

/** An unset time has no seconds. */
function decodeTime(bytes: Uint8Array): Json {
  if (bytes.length === 0) return null;
  const fields = readFields(bytes);
  const ms = numberOf(fields, 1) * 1000 + Math.floor(numberOf(fields, 2) / 1e6);
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function decodeRaw(bytes: Uint8Array): Json {
  return bytes.length === 0 ? {} : JSON.parse(textOf(bytes));
}
