export { lockStaticPool, staticPoolOf } from './static-pool-state.js';
export { chooseSurplus, isAbout } from './static-pool-surplus.js';
