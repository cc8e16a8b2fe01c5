// Lints the OpenAPI document with the rules of Redocly, part of `npm run check`.
import { createConfig, lint } from '@redocly/openapi-core';

const document = 'apps/api/openapi.json';
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: { 'operation-description': 'error', 'tag-description': 'off' },
});
const problems = await lint({ ref: document, config });
for (const { ruleId, message, location } of problems) {
  console.error(`${document}${location[0]?.pointer ?? ''}: ${message} (${ruleId})`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
