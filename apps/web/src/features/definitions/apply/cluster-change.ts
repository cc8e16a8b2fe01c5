import { parse } from 'yaml';
import { shellWord } from '../../../lib/format/shell.js';

/** How an object of the cluster is changed to what the text describes. */
export interface ClusterChange {
  /** A kubectl command for a POSIX shell, with a JSON merge patch. */
  readonly command: string;
  /** The tool that applies the object from a repository; `null` if nothing names one. */
  readonly owner: string | null;
}

/**
 * Compares two manifests of one object.
 * @param before as it is in the cluster
 * @param after as it should be
 */
export function toClusterChange(
  { kind, name }: { readonly kind: string; readonly name: string },
  before: string,
  after: string,
): ClusterChange {
  const current: unknown = parse(before);
  const patch = JSON.stringify(mergePatch(current, parse(after)) ?? {});
  return {
    command: `kubectl patch ${kind.toLowerCase()} ${name} --type merge --patch ${shellWord(patch)}`,
    owner: ownerOf(current),
  };
}

/**
 * Returns the JSON merge patch (RFC 7396) from one value to another: members that differ, and `null` for those that
 * are gone. Lists are replaced as a whole.
 * @returns `undefined` if they are equal
 */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...names].flatMap((name) => {
    const change = Object.hasOwn(after, name) ? mergePatch(before[name], after[name]) : null;
    return change === undefined ? [] : [[name, change] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/**
 * Labels and annotations by which tools that apply from a repository mark their objects. Sources: Argo CD's resource
 * tracking, Flux's kustomize-controller and helm-controller, Helm.
 */
const owners: readonly (readonly [key: string, tool: string])[] = [
  ['argocd.argoproj.io/tracking-id', 'Argo CD application'],
  ['argocd.argoproj.io/instance', 'Argo CD application'],
  ['kustomize.toolkit.fluxcd.io/name', 'Flux Kustomization'],
  ['helm.toolkit.fluxcd.io/name', 'Flux HelmRelease'],
  ['meta.helm.sh/release-name', 'Helm release'],
];

function ownerOf(manifest: unknown): string | null {
  const metadata = isObject(manifest) && isObject(manifest['metadata']) ? manifest['metadata'] : {};
  for (const [key, tool] of owners) {
    const value = [metadata['annotations'], metadata['labels']]
      .map((texts) => (isObject(texts) ? texts[key] : undefined))
      .find((each) => typeof each === 'string');
    // A tracking ID is application:group/kind:namespace/name.
    if (typeof value === 'string') return `${tool} ${value.split(':', 1)[0]}`;
  }
  return null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
