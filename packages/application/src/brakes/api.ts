export { endBrakesOfTeam } from './end-brakes-of-team.js';
export { teamProblem } from './scope-problems.js';
