import { messageFieldText } from './message-fields.gen.js';

/** A field of a message: its name in JSON and its type. */
export interface MessageField {
  readonly name: string;
  /** True if its fields are in the parent's JSON. */
  readonly isInline: boolean;
  readonly shape: 'one' | 'list' | 'map';
  /** `s`, `i`, `b`, `d`, `y`, or the name of a message. */
  readonly type: string;
}

const lineByMessage = new Map(
  messageFieldText.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1)];
  }),
);
const parsed = new Map<string, ReadonlyMap<number, MessageField>>();

/**
 * Returns the fields of a message.
 * @param message e.g. `core.v1.Pod`
 * @returns `undefined` for an unknown message
 */
export function fieldsOfMessage(message: string): ReadonlyMap<number, MessageField> | undefined {
  const known = parsed.get(message);
  const line = lineByMessage.get(message);
  if (known !== undefined || line === undefined) return known;
  const fields = new Map(line.split(',').map(parseField));
  parsed.set(message, fields);
  return fields;
}

const shapes: Readonly<Record<string, MessageField['shape']>> = { '[]': 'list', '{}': 'map' };

function parseField(text: string): [number, MessageField] {
  const [number = '0', name = '', type = ''] = text.split(' ');
  const shape = shapes[type.slice(0, 2)];
  const field = {
    name: name.replace('>', ''),
    isInline: name.startsWith('>'),
    shape: shape ?? 'one',
    type: shape === undefined ? type : type.slice(2),
  };
  return [Number(number), field];
}
