import { z } from 'zod';

/** First words of a text that asks a question or refers to a noun that is somewhere else. */
const riddles = ['What', 'Who', 'Whose', 'Which', 'Of', 'Those', 'Them'];
/**
 * First words of a public description that name a circumstance instead of the thing. A quantity ("At most
 * 500") is none; comments may say by what a map is keyed ("By pod group: …").
 */
const circumstances =
  'Why How When Where With Without In On By For From To Until Since Before After Under Over Between During Within As Against Among Per Through Into About'.split(
    ' ',
  );

const comment = new RegExp(`^(?:${riddles.join('|')})\\b`);
/** A nested title may go on with "of …", as in "expected pods > of a Job". */
const subject = /^\s*describe(?:\.\w+)?\(['"`](?:what|who|whose|which)\b/i;
const description = new RegExp(`^(?:${[...riddles, ...circumstances].join('|')})\\b`);

/** Returns true if a public description does not begin with what the thing is. */
export const isRiddle = (text: string): boolean => description.test(text.trim());

/**
 * Returns the comments of a TypeScript source, and the titles of its `describe`, that begin with such a
 * word, as `line: text`.
 */
export function riddlesIn(source: string): readonly string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    const text = beginningOf(line, lines[at - 1] ?? '');
    const isRiddling = subject.test(line) || (text !== null && comment.test(text));
    return isRiddling ? [`${at + 1}: ${line.trim()}`] : [];
  });
}

/** Returns the beginning of the comment that begins in a line, or `null`. */
function beginningOf(line: string, before: string): string | null {
  const block = /^\s*\/\*\*?\s+(\S.*)/.exec(line) ?? /\s\/\*\*\s+(\S.*)/.exec(line);
  if (block !== null) return block[1] ?? null;
  const opened = /^\s*\/\*\*?\s*$/.test(before) ? /^\s*\*\s+(\S.*)/.exec(line) : null;
  if (opened !== null) return opened[1] ?? null;
  const isContinued = /^\s*\/\/\s*\S/.test(before) && !/[.:?!]$/.test(before.trimEnd());
  const single = isContinued ? null : /(?:^|\s)\/\/\s+(\S.*)/.exec(line);
  return single?.[1] ?? null;
}

/** Returns all descriptions of a GraphQL schema as graphql-js prints it, each within `"""`. */
export const descriptionsOfSchema = (sdl: string): readonly string[] =>
  [...sdl.matchAll(/"""(.+?)"""/gs)].map(([, text = '']) => text.trim());

const anObject = z.record(z.string(), z.unknown());

/** Returns all descriptions and summaries of a JSON or YAML document, examples left out. */
export function descriptionsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn);
  const object = anObject.safeParse(value);
  if (!object.success) return [];
  return Object.entries(object.data).flatMap(([key, member]) => {
    if (/^examples?$/.test(key)) return [];
    const isText = typeof member === 'string' && /^(description|summary)$/.test(key);
    return isText ? [member] : descriptionsIn(member);
  });
}
