/**
 * Makes `message-fields.gen.ts` from the .proto files that Kubernetes publishes its Go modules with:
 *
 *   node extract-message-fields.mjs message-fields.gen.ts \
 *     $(find $GOMODCACHE/k8s.io/{api,apimachinery}@v0.36.4 -name generated.proto)
 *
 * One line a message, `number name type` a field: `s` string, `i` integer, `b` boolean, `d` double,
 * `y` bytes, else a message's name; `[]` before a repeated one, `{}` before a map's value. A `>`
 * before the name: its fields stand in the parent's JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { builtinSchemaText } from '../schema/builtin-schemas.gen.ts';

const schemas = new Map(Object.entries(JSON.parse(builtinSchemaText)));
const scalars = new Map(
  Object.entries({ string: 's', int32: 'i', int64: 'i', bool: 'b', double: 'd', bytes: 'y' }),
);
const special = new Set(
  (
    'api.resource.Quantity util.intstr.IntOrString runtime.RawExtension meta.v1.FieldsV1 ' +
    'meta.v1.Time meta.v1.MicroTime apiextensions.v1.CustomResourceDefinition'
  ).split(' '),
);

function shortName(name, packageName) {
  const full = name.includes('.') ? name.replace(/^\./, '') : `${packageName}.${name}`;
  return full
    .replace(/^k8s\.io\.apimachinery\.pkg\./, '')
    .replace(/^k8s\.io\.api\./, '')
    .replace(/^apis\./, '');
}

function readMessages(file, messages) {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\/.*$/gm, '');
  const packageName = /^package (.+);/m.exec(text)[1];
  for (const [, name, body] of text.matchAll(/^message (\w+) \{([^}]*)\}/gm)) {
    const fields = [
      ...body.matchAll(/(?:(repeated|optional) )?(map<\w+, ([\w.]+)>|[\w.]+) (\w+) = (\d+);/g),
    ].map(([, label, type, mapValue, fieldName, number]) => ({
      number,
      name: fieldName,
      prefix: mapValue === undefined ? (label === 'repeated' ? '[]' : '') : '{}',
      type: scalars.get(mapValue ?? type) ?? shortName(mapValue ?? type, packageName),
    }));
    messages.set(shortName(name, packageName), fields);
  }
}

/** JSON has no such field, so what is in it stands beside its siblings. */
function isInline(message, field) {
  const properties = schemas.get(message)?.properties;
  return properties !== undefined && properties[field] === undefined;
}

const [target, ...files] = process.argv.slice(2);
const messages = new Map();
for (const file of files) readMessages(file, messages);
const pending = ['authentication.v1.SelfSubjectReview', ...schemas.keys()];
const lines = new Map();
for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
  const fields = messages.get(name);
  if (fields === undefined || special.has(name) || lines.has(name)) continue;
  const texts = fields.map(({ number, name: field, prefix, type }) => {
    if (!/^[sibdy]$/.test(type)) pending.push(type);
    return `${number} ${isInline(name, field) ? '>' : ''}${field} ${prefix}${type}`;
  });
  lines.set(name, `${name}:${texts.join(',')}`);
}
const text = [...lines.values()].sort((a, b) => (a < b ? -1 : 1)).join('\n');
writeFileSync(
  target,
  '// Made by extract-message-fields.mjs from the .proto files of Kubernetes 1.36 (Apache-2.0).\n' +
    `export const messageFieldText: string = \`${text}\`;\n`,
);
