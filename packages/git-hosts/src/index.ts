export { createGitHost, type GitHostOptions } from './create-git-host.js';
