import { words } from '../contract/words.js';
import { acceptsKey, eventStream, hasPages, type OperationSpec } from './operation.js';
import type { Route } from './route-table.js';

/** Returns what the contract says of an operation in words: its own text, who may call it, and what to send. */
export function descriptionOf({
  spec,
  access,
}: {
  readonly spec: OperationSpec;
  readonly access: Route['access'];
}): string {
  return [
    (spec.description ?? spec.summary).replace(/[^.]$/, '$&.'),
    ...accessWords(access),
    ...conventionWords(spec),
  ].join('\n\n');
}

function accessWords(access: Route['access']): readonly string[] {
  if (access === 'public') return ['Needs no authentication.'];
  if (access === null || access === 'signed-in') {
    return ['For every authenticated caller, within what they may see.'];
  }
  return [`Needs the action \`${words.AccessAction[access]}\` in the scope of the object.`];
}

function conventionWords(spec: OperationSpec): readonly string[] {
  return [
    ...(hasPages(spec) ? ['Has pages: `Link` and `nextCursor` lead to the next one.'] : []),
    ...(spec.topics === undefined
      ? []
      : [
          `With \`watch\`, or \`Accept: ${eventStream}\`, the list is sent again after each change.`,
        ]),
    ...(spec.needsVersion === true
      ? [
          '`If-Match` has the version that was read; after a change of somebody else, the status is 412.',
        ]
      : []),
    ...(acceptsKey(spec)
      ? ['A request with the same `Idempotency-Key` is executed once within a day.']
      : []),
    ...(spec.status === 202
      ? ['The work goes on after the response: `Location` is the operation that shows its state.']
      : []),
  ];
}
