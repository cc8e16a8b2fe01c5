/** Returns the name of the operation in a GraphQL document, e.g. `Fleet`. */
export function operationName(document: string): string {
  const name = /(?:query|mutation|subscription) (\w+)/.exec(document)?.[1];
  if (name === undefined) throw new Error(`The document has no named operation: ${document}`);
  return name;
}
