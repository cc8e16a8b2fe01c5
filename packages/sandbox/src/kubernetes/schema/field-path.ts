/** `spec` and `replicas` is `spec.replicas`; the root's path is empty. */
export function childPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** `spec.tags` and `a` is `spec.tags[a]`: how validation names an entry of a map. */
export function keyPath(parent: string, key: string): string {
  return `${parent}[${key}]`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}
