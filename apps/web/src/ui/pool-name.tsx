export interface PoolNameProps {
  /** `null` for a NodeClaim that a person made in its cluster. */
  readonly name: string | null;
}

/** The pool of a claim, or that it has none. */
export const PoolName = ({ name }: PoolNameProps) =>
  name === null ? <span className="dimmed">no pool</span> : <span>{name}</span>;
