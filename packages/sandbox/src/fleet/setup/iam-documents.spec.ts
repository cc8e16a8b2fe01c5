import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillKerfPolicy, fillPolicy, fillTrust, readIamDocuments } from './iam-documents.js';

const deploy = new URL('../../../../../deploy/', import.meta.url).pathname;
const documents = await readIamDocuments(`${deploy}iam`);
const place = {
  accountId: '111122223333',
  region: 'eu-west-1',
  clusterName: 'prod',
  queueName: 'warnings',
};
const kerf = { kerfAccountId: '999988887777', kerfUser: 'kerf', externalId: 'secret-1' };

/** Fills in a document with the function of the guide. */
function filledByGuide(name: string): unknown {
  const guide = readFileSync(`${deploy}README.md`, 'utf8');
  const [fill = ''] = /^fill\(\) \{\n.*?^\}$/ms.exec(guide) ?? [];
  const env = {
    PATH: process.env['PATH'] ?? '',
    KERF_ACCOUNT_ID: kerf.kerfAccountId,
    KERF_ROLE: kerf.kerfUser,
    EXTERNAL_ID: kerf.externalId,
    ACCOUNT_ID: place.accountId,
    REGION: place.region,
    CLUSTER_NAME: place.clusterName,
    QUEUE_NAME: place.queueName,
  };
  const { stdout } = spawnSync('bash', ['-c', `${fill}\nfill ${deploy}iam/${name}`], {
    env,
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

describe('the role of a cluster in the sandbox', () => {
  it('has the very policy that the commands of the guide give it', () => {
    const policy = fillPolicy(documents.clusterPolicy, place);
    expect(policy).toEqual(filledByGuide('cluster-role.policy.json'));
    expect(JSON.stringify(policy)).not.toMatch(/[A-Z]+_[A-Z]+|REGION/);
  });

  it('trusts Kerf as the guide says, except that Kerf is a user', () => {
    const { principals, externalId } = fillTrust(documents.clusterTrust, kerf);
    expect(filledByGuide('cluster-role.trust.json')).toMatchObject({
      Statement: [
        {
          Principal: { AWS: principals[0]?.replace(':user/', ':role/') },
          Condition: { StringEquals: { 'sts:ExternalId': externalId } },
        },
      ],
    });
    expect(principals).toEqual(['arn:aws:iam::999988887777:user/kerf']);
  });

  it('is not made from a trust policy without an external ID', () => {
    const open = '{"Statement":[{"Effect":"Allow","Principal":{"AWS":"*"}}]}';
    expect(() => fillTrust(open, kerf)).toThrow('external ID');
  });
});

describe('Kerf in the sandbox', () => {
  it('may assume the roles of the clusters and no others', () => {
    const roles = ['arn:aws:iam::111122223333:role/kerf-prod'];
    const { Statement } = fillKerfPolicy(documents.kerfPolicy, roles);
    const assume = Statement.find(({ Action }) => [Action].flat().includes('sts:AssumeRole'));
    expect(assume?.Resource).toEqual(roles);
  });
});
