/**
 * Amounts by resource name. `cpu` is in thousandths of a vCPU, all others in whole base units
 * (bytes of memory and storage, counts of `pods`, `nodes` and extended resources). Integers only.
 */
export type ResourceList = Readonly<Record<string, number>>;
