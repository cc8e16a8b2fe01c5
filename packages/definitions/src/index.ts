export { currentFindings } from './advice/current-findings.js';
export { createBudgetSchedule } from './budgets/budget-schedule.js';
export { type ConvertedManifests, convertManifests } from './convert-manifests.js';
export { driftHashVersion } from './drift/drift-hash.js';
export { type FindingCode, findingSeverities } from './findings/finding-codes.js';
export { type FormattableDefinition, formatManifest } from './format-manifest.js';
export { createManifestReader } from './manifest-reader.js';
export { wellKnownLabels } from './schema/well-known-labels.js';
