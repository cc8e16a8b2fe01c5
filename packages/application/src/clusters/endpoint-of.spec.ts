import { aCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { DescribedCluster } from '../ports/cloud-provider.js';
import { endpointOf } from './endpoint-of.js';

const facts = {
  accountId: '111122223333',
  kubernetesVersion: '1.36',
  serviceCidr: '10.100.0.0/16',
  clusterDnsIp: '10.100.0.10',
};
const described: DescribedCluster = {
  endpoint: 'https://eks.example',
  certificateAuthority: 'LS0t',
  facts,
};
const ofEks = {
  endpoint: 'https://eks.example',
  certificateAuthority: 'LS0t',
  endpointIsGiven: false,
};
const trusting = (...endpoints: readonly string[]) => ({
  trustsEndpoint: (endpoint: string) => endpoints.includes(endpoint),
});
const cluster = (fields: Partial<Cluster>) => aCluster({ id: 'clu_1', name: 'prod', ...fields });
const given = (endpoint: string | null, certificateAuthority = 'LS0t') =>
  cluster({ endpoint, certificateAuthority, endpointIsGiven: true });

describe('endpointOf', () => {
  it('is the endpoint that EKS reports if none was registered', () => {
    expect(endpointOf(trusting(), cluster({ endpoint: null }), described)).toEqual(ofEks);
  });

  it('replaces an endpoint that EKS reported earlier', () => {
    const earlier = cluster({ endpoint: 'https://old.example', certificateAuthority: 'b2xk' });
    expect(endpointOf(trusting(), earlier, described)).toEqual(ofEks);
  });

  it('is the earlier answer of EKS while EKS cannot be reached', () => {
    const earlier = cluster({ endpoint: 'https://old.example', certificateAuthority: 'b2xk' });
    expect(endpointOf(trusting(), earlier, null)).toEqual({
      endpoint: 'https://old.example',
      certificateAuthority: 'b2xk',
      endpointIsGiven: false,
    });
  });

  it('is the endpoint of EKS if one was to be registered but is missing', () => {
    expect(endpointOf(trusting(), given(null), described)).toEqual(ofEks);
  });

  it.each([
    ['EKS reports another', described],
    ['EKS cannot be reached', null],
  ])('is a registered endpoint that the operator trusts when %s', (_, ofCloud) => {
    const registered = given('https://proxy.example', 'cHJveHk=');
    expect(endpointOf(trusting('https://proxy.example'), registered, ofCloud)).toEqual({
      endpoint: 'https://proxy.example',
      certificateAuthority: 'cHJveHk=',
      endpointIsGiven: true,
    });
  });

  it.each(['https://eks.example', 'https://eks.example/', 'HTTPS://EKS.example'])(
    'accepts the registered endpoint %s, which is that of EKS',
    (endpoint) => {
      expect(endpointOf(trusting(), given(endpoint), described)).toEqual(ofEks);
    },
  );

  it.each([
    ['another host', given('https://evil.example'), described],
    ['another path', given('https://eks.example/proxy'), described],
    ['another certificate', given('https://eks.example', 'ZXZpbA=='), described],
    ['an endpoint that EKS has not confirmed', given('https://eks.example'), null],
  ])('refuses %s', (_, registered, ofCloud) => {
    expect(() => endpointOf(trusting(), registered, ofCloud)).toThrow(
      expect.objectContaining({ code: 'CLUSTER.ENDPOINT_REFUSED' }),
    );
  });
});
