import type { DefinitionKind, DefinitionSource } from './definition.js';
import type { ObjectMetadata } from './object-metadata.js';

/** Tools that apply objects to clusters. */
export const managingTools = ['ArgoCd', 'FluxKustomization', 'FluxHelmRelease', 'Helm'] as const;
/** One of {@link managingTools}. */
export type ManagingTool = (typeof managingTools)[number];

/** The tool that applies an object to its cluster: a change by anything else is undone, or lost. */
export interface ObjectManager {
  readonly tool: ManagingTool;
  /** Name of the Argo CD application, of the Flux object, or of the Helm release. */
  readonly name: string;
  /** Its namespace; `null` if the object does not say it. */
  readonly namespace: string | null;
}

/** An object with what its author gave it. */
export interface ManagedObject {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly source: DefinitionSource;
  readonly spec: { readonly objectMetadata?: ObjectMetadata };
}

const argoPrefix = 'argocd.argoproj.io/';

/**
 * Returns the tool that applies an object of a cluster, by the marks that the tool leaves on it; `null` if it has none,
 * and for what Kerf writes itself. Sources: Argo CD's resource tracking, Flux's kustomize-controller and
 * helm-controller, Helm.
 */
export function managerOf(object: ManagedObject): ObjectManager | null {
  const { objectMetadata } = object.spec;
  if (object.source !== 'Cluster' || objectMetadata === undefined) return null;
  return (
    argoManager(object, objectMetadata) ??
    fluxManager(objectMetadata, 'FluxKustomization', 'kustomize') ??
    fluxManager(objectMetadata, 'FluxHelmRelease', 'helm') ??
    helmManager(objectMetadata)
  );
}

/** Returns whether the tool applies what a Git repository contains. */
export const appliesFromGit = ({ tool }: ObjectManager): boolean => tool !== 'Helm';

function argoManager(
  { kind, name }: ManagedObject,
  { labels, annotations }: ObjectMetadata,
): ObjectManager | null {
  const tracked = trackedBy(annotations[`${argoPrefix}tracking-id`], `/${kind}:`, name);
  const labeled = annotations[`${argoPrefix}instance`] ?? labels[`${argoPrefix}instance`];
  const instance = tracked ?? labeled ?? defaultInstance({ labels, annotations });
  if (instance === null || instance === '') return null;
  // An application outside of Argo CD's own namespace is named NAMESPACE_NAME; names have no underscore.
  const [namespace, application] = instance.split('_', 2);
  return application === undefined || namespace === undefined
    ? { tool: 'ArgoCd', name: instance, namespace: null }
    : { tool: 'ArgoCd', name: application, namespace };
}

/**
 * Reads `APPLICATION:GROUP/KIND:NAMESPACE/NAME`. An ID with another kind or name was copied from another object, as
 * generators do, and Argo CD ignores it.
 */
function trackedBy(id: string | undefined, kindPart: string, name: string): string | null {
  const [application = '', kind = '', object = ''] = id?.split(':') ?? [];
  return `/${kind.split('/').at(-1)}:` === kindPart && object.split('/').at(-1) === name
    ? application
    : null;
}

/**
 * Argo CD's default label is one that Helm charts and people set, too: it counts beside another mark of Argo CD only.
 */
function defaultInstance({ labels, annotations }: ObjectMetadata): string | null {
  const isArgo = [...Object.keys(labels), ...Object.keys(annotations)].some(
    (key) => key.startsWith(argoPrefix) && key !== `${argoPrefix}tracking-id`,
  );
  return isArgo ? (labels['app.kubernetes.io/instance'] ?? null) : null;
}

function fluxManager(
  { labels }: ObjectMetadata,
  tool: ManagingTool,
  toolkit: 'kustomize' | 'helm',
): ObjectManager | null {
  const name = labels[`${toolkit}.toolkit.fluxcd.io/name`];
  const namespace = labels[`${toolkit}.toolkit.fluxcd.io/namespace`] ?? null;
  return name === undefined ? null : { tool, name, namespace };
}

function helmManager({ annotations }: ObjectMetadata): ObjectManager | null {
  const name = annotations['meta.helm.sh/release-name'];
  const namespace = annotations['meta.helm.sh/release-namespace'] ?? null;
  return name === undefined ? null : { tool: 'Helm', name, namespace };
}
