import { AppError } from '@kerf/core';
import { convertManifests } from '@kerf/definitions';

export interface ConvertOptions {
  /** Value for placeholders such as `${CLUSTER_NAME}`; without it they stay. */
  readonly cluster?: string | undefined;
  readonly 'default-node-class'?: string | undefined;
}

/**
 * Returns the manifests as v1 YAML for `kubectl apply -f -`. All or nothing: throws `INPUT.INVALID` with
 * the findings if any document cannot be converted, so that a pipe never applies only some of them.
 */
export function convertCommand(manifests: string, options: ConvertOptions): string {
  refuseEmpty('cluster', options.cluster);
  refuseEmpty('default-node-class', options['default-node-class']);
  const { documents, text } = convertManifests(manifests, {
    clusterName: options.cluster ?? null,
    replacePlaceholders: options.cluster !== undefined,
    defaultNodeClass: options['default-node-class'] ?? null,
    knownNodeClasses: null,
    knownNodePools: [],
    kubernetesVersion: null,
  });
  const message = text.trimEnd();
  if (documents.some(({ manifest }) => manifest === null)) {
    throw new AppError({ code: 'INPUT.INVALID', message });
  }
  return message;
}

/** An option from an unset shell variable; an empty name would replace placeholders with nothing. */
function refuseEmpty(option: string, value: string | undefined): void {
  if (value?.trim() !== '') return;
  throw new AppError({
    code: 'INPUT.INVALID',
    message: `--${option} is empty. Set a name or omit the option.`,
  });
}
