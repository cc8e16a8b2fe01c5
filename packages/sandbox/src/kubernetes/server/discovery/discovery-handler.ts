import type { JsonObject } from '../../json/json.js';
import type { ResourceCatalog } from '../../resources/resource-catalog.js';
import { negotiate } from '../response/media-type.js';
import { jsonReply, notFoundPage, type Reply, textReply } from '../response/reply.js';
import {
  aggregatedDiscovery,
  apiGroup,
  apiGroupList,
  type GroupVersion,
  groupVersions,
  resourceList,
} from './discovery.js';

const aggregatedForm = 'APIGroupDiscoveryList/v2';
const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/**
 * Responds to `/api`, `/apis` and paths below, down to a group's version; returns `null` for
 * others.
 */
export function handleDiscovery(
  catalog: ResourceCatalog,
  path: string,
  request: { readonly accept: string | undefined; readonly address: string },
): Reply | null {
  const [root, group, version, more] = path.split('/').filter((segment) => segment !== '');
  if (more !== undefined || (root !== 'api' && root !== 'apis')) return null;
  const all = groupVersions(catalog);
  if (root === 'api')
    return group === undefined ? rootReply(all, request, true) : coreReply(all, group, version);
  if (group === undefined) return rootReply(all, request, false);
  const versions = all.filter((entry) => entry.group === group);
  if (versions.length === 0) return notFoundPage();
  if (version === undefined) return jsonReply(200, apiGroup(group, versions));
  return versionReply(versions.find((entry) => entry.version === version));
}

function rootReply(
  all: readonly GroupVersion[],
  { accept, address }: { readonly accept: string | undefined; readonly address: string },
  isCore: boolean,
): Reply {
  if (negotiate(accept, [aggregatedForm]).as !== undefined) {
    return textReply(200, JSON.stringify(aggregatedDiscovery(all, isCore)), aggregatedType);
  }
  if (!isCore) return jsonReply(200, apiGroupList(all));
  return jsonReply(200, {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  });
}

function coreReply(
  all: readonly GroupVersion[],
  version: string,
  more: string | undefined,
): Reply | null {
  if (more !== undefined) return null;
  return versionReply(all.find((entry) => entry.group === '' && entry.version === version));
}

function versionReply(found: GroupVersion | undefined): Reply {
  if (found === undefined) return notFoundPage();
  return jsonReply(200, resourceList(found));
}

/**
 * Returns the response of `/version`.
 * @param gitVersion e.g. `v1.36.4`
 */
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
