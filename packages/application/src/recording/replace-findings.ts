import type { ClusterId } from '@kerf/core';
import type { Finding } from '../domain/finding/finding.js';
import type { Ports } from '../ports/ports.js';

/** Records these findings of one code, and clears the cluster's other findings of that code. */
export async function replaceFindings(
  { store }: Pick<Ports, 'store'>,
  { clusterId, code }: { readonly clusterId: ClusterId; readonly code: Finding['code'] },
  findings: readonly Omit<Finding, 'clusterId' | 'code'>[],
): Promise<void> {
  // The usual case, several times a minute for each cluster and code.
  if (findings.length === 0) return store.findings.clearOthers(clusterId, code, []);
  const objects = findings.map(({ object }) => object);
  await store.transaction(async (tx) => {
    await tx.findings.clearOthers(clusterId, code, objects);
    for (const finding of findings) await tx.findings.record({ ...finding, clusterId, code });
  });
}
