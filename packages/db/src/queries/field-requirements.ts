import { Prisma } from '../generated/client.js';

/** A requirement of a field selector, as in Kubernetes. An empty value stands for a field without a value. */
export interface FieldRequirement<Field extends string> {
  readonly field: Field;
  readonly operator: 'Equals' | 'NotEquals';
  readonly value: string;
}

/** Returns the conditions of a field selector; none for `null` and absent selectors. */
export function fieldConditions<Field extends string>(
  columns: Readonly<Record<Field, Prisma.Sql>>,
  requirements: readonly FieldRequirement<Field>[] | null | undefined,
): readonly Prisma.Sql[] {
  return (requirements ?? []).map(({ field, operator, value }) => {
    const known = Prisma.sql`coalesce(${columns[field]}, '')`;
    return operator === 'Equals'
      ? Prisma.sql`${known} = ${value}`
      : Prisma.sql`${known} <> ${value}`;
  });
}
