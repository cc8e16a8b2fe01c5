export { reconcileStandaloneClaimsAt } from './reconcile-standalone-claims-at.js';
