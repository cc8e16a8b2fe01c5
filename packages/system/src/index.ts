export { readPackageVersion } from './read-package-version.js';
export { createSecretBox } from './secret-box.js';
export { canonicalJson, sha256Digest } from './sha256-digest.js';
export { systemClock } from './system-clock.js';
export { uuidIdSource } from './uuid-id-source.js';
