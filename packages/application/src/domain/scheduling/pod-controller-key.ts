/** Returns `Kind/namespace/name`, by which pods and their controller are joined. */
export function podControllerKey(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
