import type { Quantities } from '../resources/types/common.js';
import { type NodeBootstrap, parseLabelList, parseTaintList } from './user-data.js';

/** Splits a command line as a shell does; quotes group and are removed. */
export function splitArguments(text: string): readonly string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/(?:[^\s'"]|'[^']*'|"(?:[^"\\]|\\.)*")+/g)) {
    words.push(match[0].replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g, '$1$2'));
  }
  return words;
}

/** Parses the kubelet's command line: `--name=value`, `--name value`, or `--name` alone. */
export function readFlags(words: readonly string[]): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const [, name, value] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) continue;
    const following = words[index + 1] ?? '';
    const text = value ?? (following.startsWith('--') ? '' : following);
    flags.set(name, text.replaceAll(/^"|"$/g, ''));
  }
  return flags;
}

export interface ScriptArguments {
  readonly flags: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/**
 * Parses the command line of a script whose flags all have a value, which may begin with dashes.
 */
export function readScriptArguments(words: readonly string[]): ScriptArguments {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith('--')) flags.set(word.slice(2), rest.shift() ?? '');
    else operands.push(word);
  }
  return { flags, operands };
}

/** Reads the kubelet flags that affect its node. */
export function fromKubeletFlags(flags: ReadonlyMap<string, string>): Partial<NodeBootstrap> {
  const labels = flags.get('node-labels');
  const taints = flags.get('register-with-taints');
  const maxPods = flags.get('max-pods');
  const kubeReserved = flags.get('kube-reserved');
  const systemReserved = flags.get('system-reserved');
  const evictionHard = flags.get('eviction-hard');
  return {
    ...(labels === undefined ? {} : { labels: parseLabelList(labels) }),
    ...(taints === undefined ? {} : { taints: parseTaintList(taints) }),
    ...(maxPods === undefined ? {} : { maxPods: Number(maxPods) }),
    ...(kubeReserved === undefined ? {} : { kubeReserved: parseQuantityList(kubeReserved, '=') }),
    ...(systemReserved === undefined
      ? {}
      : { systemReserved: parseQuantityList(systemReserved, '=') }),
    ...(evictionHard === undefined ? {} : { evictionHard: parseQuantityList(evictionHard, '<') }),
  };
}

function parseQuantityList(text: string, separator: string): Quantities {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', value = ''] = pair.split(separator);
      return name === '' ? [] : [[name, value]];
    }),
  );
}
