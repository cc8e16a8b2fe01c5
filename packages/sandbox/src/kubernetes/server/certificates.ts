import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** PEM texts; they are part of a cluster's saved state, so that its clients need not be told anew. */
export interface ServerCertificates {
  readonly authority: string;
  readonly certificate: string;
  readonly privateKey: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const tenYearsMs = 10 * 365 * 24 * 3600_000;

/** A certificate authority of the cluster's own, and what its API server shows. */
export async function createCertificates(
  clusterName: string,
  now: number,
): Promise<ServerCertificates> {
  const authorityKeys = await generateKeys();
  const serverKeys = await generateKeys();
  const validity = { notBefore: new Date(now - 3600_000), notAfter: new Date(now + tenYearsMs) };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: `CN=${clusterName}-ca`,
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=kube-apiserver',
    issuer: authority.subject,
    publicKey: serverKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], true),
      new x509.SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
        { type: 'dns', value: 'kubernetes.default.svc' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  return {
    authority: authority.toString('pem'),
    certificate: certificate.toString('pem'),
    privateKey: await exportPrivateKey(serverKeys.privateKey),
  };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function exportPrivateKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}
