import { useQuery } from '@tanstack/react-query';
import type { EditBase } from './to-edit-conflict.js';
import { useStoredManifest } from './use-stored-manifest.js';

export interface InitialText {
  /** Absent while loading, and when the definition does not exist. */
  readonly text: string | undefined;
  /** The definition that is edited; `null` for new text. */
  readonly base: EditBase | null;
  readonly isMissing: boolean;
  readonly error: Error | null;
}

/**
 * Loads the text to start with: a definition to edit, manifests of the project, or nothing.
 * @param edit `NodePool/name` or `EC2NodeClass/name`
 */
export function useInitialText(
  clusterId: string,
  edit: string | undefined,
  example: 'exercise' | undefined,
): InitialText {
  const { stored, isMissing, error } = useStoredManifest(clusterId, edit);
  const examples = useQuery({
    queryKey: ['exercise-manifests'],
    // They are loaded only where the sandbox links to them.
    queryFn: async () => (await import('./exercise-manifests.js')).exerciseManifests,
    enabled: example !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  if (edit !== undefined) {
    const base = stored === undefined ? null : { edit, version: stored.version };
    return { text: stored?.manifest, base, isMissing, error };
  }
  const text = example === undefined ? '' : examples.data;
  return { text, base: null, isMissing: false, error: examples.error };
}
