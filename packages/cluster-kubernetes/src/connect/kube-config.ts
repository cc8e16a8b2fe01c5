import type { ClusterConnectionDetails } from '@kerf/application';
import { AppError } from '@kerf/core';
import { KubeConfig } from '@kubernetes/client-node';
import { toSentence } from '../errors.js';

const userName = 'kerf';

/**
 * Returns the KubeConfig of one cluster: address, CA, and a user whose token is read for each
 * request.
 * @throws CLUSTER.INVALID for an endpoint that is not an https URL
 */
export function createKubeConfig(
  details: ClusterConnectionDetails,
  token: () => Promise<string>,
): KubeConfig {
  requireHttps(details.endpoint);
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(
    {
      name: details.target.clusterName,
      server: details.endpoint,
      caData: details.certificateAuthority,
      skipTLSVerify: false,
    },
    { name: userName },
  );
  kubeConfig.addAuthenticator({
    isAuthProvider: (user) => user.name === userName,
    applyAuthentication: async (_user, options) => {
      options.headers = { Authorization: `Bearer ${await token()}` };
    },
  });
  return kubeConfig;
}

function requireHttps(endpoint: string): void {
  try {
    if (new URL(endpoint).protocol === 'https:') return;
  } catch (cause) {
    throw invalidEndpoint(endpoint, toSentence(cause));
  }
  throw invalidEndpoint(endpoint, 'it must use https');
}

function invalidEndpoint(endpoint: string, why: string): AppError {
  return new AppError({
    code: 'CLUSTER.INVALID',
    message: `${JSON.stringify(endpoint)} is not a valid endpoint of an API server: ${why}`,
  });
}
