import { z } from 'zod';

/** Query of a list without pages: look-up by name. */
export const nameQuery = z.strictObject({
  name: z.string().optional().meta({ description: 'Only objects with exactly this name' }),
});

/** Returns the items with the name of the query; all of them without one. */
export const byName = <Item extends { readonly name: string }>(
  items: readonly Item[],
  { name }: z.output<typeof nameQuery>,
): readonly Item[] => (name === undefined ? items : items.filter((item) => item.name === name));
