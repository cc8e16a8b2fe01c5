export { endBrakesOfTeam } from './end-brakes-of-team.js';
