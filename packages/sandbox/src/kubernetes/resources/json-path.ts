import { isList, isObject, isString, type Json } from '../json/json.js';

/**
 * A step of a JSONPath as in CRDs' printer columns and scale paths:
 * `.spec.size`, `.status.conditions[?(@.type=="Ready")].status`, `.spec.list[0]`,
 * `.metadata.labels.a\.b`.
 */
type Step = (value: Json) => readonly Json[];

const stepPattern =
  /\.((?:\\.|[^.[\]])+)|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]|\[(\d+|\*)\]|\['((?:\\.|[^'])*)'\]/y;

export type ReadPath = (value: Json) => readonly Json[];

/** @returns `null` for an unsupported path */
export function compileJsonPath(path: string): ReadPath | null {
  const steps: Step[] = [];
  stepPattern.lastIndex = 0;
  const text = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  while (stepPattern.lastIndex < text.length) {
    const match = stepPattern.exec(text);
    if (match === null) return null;
    steps.push(toStep(match));
  }
  return (value) => steps.reduce<readonly Json[]>((found, step) => found.flatMap(step), [value]);
}

function toStep(match: RegExpExecArray): Step {
  const [, field, filterKey, filterValue, index, quoted] = match;
  const name = field ?? quoted;
  if (name !== undefined) return (value) => fieldOf(value, name.replaceAll('\\', ''));
  if (filterKey !== undefined) {
    return (value) => items(value).filter((item) => fieldOf(item, filterKey)[0] === filterValue);
  }
  if (index === '*') return items;
  return (value) => {
    const item = items(value)[Number(index)];
    return item === undefined ? [] : [item];
  };
}

function fieldOf(value: Json, name: string): readonly Json[] {
  const found = isObject(value) ? value[name] : undefined;
  return found === undefined ? [] : [found];
}

function items(value: Json): readonly Json[] {
  if (isList(value)) return value;
  return isObject(value) ? Object.values(value).filter((item) => item !== undefined) : [];
}

/** Returns the first value as text. */
export function textAt(read: ReadPath, value: Json): string | undefined {
  const [first] = read(value);
  if (first === undefined || first === null) return undefined;
  return isString(first) ? first : JSON.stringify(first);
}
