// The door of this folder for other use cases.
export { readManifests } from './read-manifests.js';
