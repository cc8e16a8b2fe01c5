import type { JsonObject } from '../json/json.js';

/** The answer of `/version`. @param gitVersion e.g. `v1.36.4` */
export function versionInfo(gitVersion: string): JsonObject {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    major,
    minor,
    gitVersion,
    gitCommit: '0'.repeat(40),
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26.8',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}
