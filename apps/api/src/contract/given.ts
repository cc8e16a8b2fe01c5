/** The fields that have a value. */
type Given<Fields> = { readonly [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** Leaves out fields that are absent or `null`, which stand for no change, or for none. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const entries: readonly (readonly unknown[])[] = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(entries);
}
