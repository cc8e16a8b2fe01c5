import { parseArgs } from 'node:util';
import { Differential } from './differential.js';
import { Oracle } from './oracle.js';

// Compares Karpenter with Kerf's FirstFit baseline on random clusters. Prints a line of JSON for every
// cluster whose first answers differ, and a last line with the number of clusters by verdict.
const { values } = parseArgs({
  options: {
    oracle: { type: 'string', default: 'bin/schedule' },
    first: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    shrink: { type: 'boolean', default: false },
  },
});
const differential = new Differential(new Oracle(values.oracle));
const counts: Record<string, number> = {};
for (const finding of differential.run({
  firstSeed: Number(values.first),
  count: Number(values.count),
  shrinks: values.shrink,
})) {
  const { verdict } = finding.comparison;
  counts[verdict] = (counts[verdict] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
process.stdout.write(
  `${JSON.stringify({ clusters: Number(values.count), disagreements: counts })}\n`,
);
