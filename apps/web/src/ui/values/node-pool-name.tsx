export interface NodePoolNameProps {
  /** `null` for a NodeClaim that was created without a NodePool. */
  readonly name: string | null;
}

/** The NodePool of a NodeClaim, or that it has none. */
export const NodePoolName = ({ name }: NodePoolNameProps) =>
  name === null ? <span className="dimmed">No NodePool</span> : <span>{name}</span>;
