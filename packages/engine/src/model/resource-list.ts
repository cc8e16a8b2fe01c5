/**
 * Amounts by resource name. `cpu` is in thousandths of a vCPU, everything else in whole base units
 * (bytes for memory and storage, pieces for `pods`, `nodes` and extended resources). Integers only.
 */
export type ResourceList = Readonly<Record<string, number>>;
