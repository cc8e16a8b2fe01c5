import { useMutation } from '@tanstack/react-query';
import type { ConvertManifestsInput } from '../../gql/graphql.js';
import { downloadText } from '../../lib/download-text.js';
import { convertManifests } from './definitions.queries.js';

export interface ManifestDownload {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly download: () => void;
}

/** Downloads the manifests as v1 YAML for `kubectl apply -f`. Saves nothing. */
export function useManifestDownload(input: ConvertManifestsInput): ManifestDownload {
  const conversion = useMutation({
    mutationFn: () => convertManifests(input),
    onSuccess: ({ text }) => downloadText('manifests-v1.yaml', text, 'application/yaml'),
  });
  return {
    error: conversion.error,
    isPending: conversion.isPending,
    download: () => conversion.mutate(),
  };
}
