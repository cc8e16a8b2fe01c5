import { parseArgs } from 'node:util';
import { ConsolidationDifferential } from './consolidation-differential.js';
import { ConsolidationOracle } from './consolidation-oracle.js';
import { summaryOf } from './summary.js';

// Consolidates random clusters with Karpenter and with Kerf. Prints a line of JSON for every cluster for
// which Kerf does not end with the same price, and a last line with the number of clusters by verdict.
const { values } = parseArgs({
  options: {
    oracle: { type: 'string', default: 'bin/consolidate' },
    first: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    runs: { type: 'string', default: '3' },
  },
});
const differential = new ConsolidationDifferential(new ConsolidationOracle(values.oracle));
const findings = [];
for (let index = 0; index < Number(values.count); index += 1) {
  const finding = differential.compare(Number(values.first) + index, Number(values.runs));
  findings.push(finding);
  if (finding.verdict !== 'Equal') process.stdout.write(`${JSON.stringify(finding)}\n`);
}
process.stdout.write(`${JSON.stringify(summaryOf(findings))}\n`);
