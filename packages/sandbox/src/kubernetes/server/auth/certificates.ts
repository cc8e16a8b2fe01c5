import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** PEM texts. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const tenYearsMs = 10 * 365 * 24 * 3600_000;

/**
 * Creates a cluster's certificate authority. It is stored, so that it stays the same after
 * restarts.
 */
export async function createAuthority(clusterName: string, now: number): Promise<KeyPair> {
  const keys = await generateKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validityFrom(now),
    name: `CN=${clusterName}-ca`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toKeyPair(authority, keys.privateKey);
}

/** Issues the server certificate, at each start for the current host names. */
export async function issueServerCertificate(
  authority: KeyPair,
  hosts: readonly string[],
  now: number,
): Promise<KeyPair> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validityFrom(now),
    subject: 'CN=kube-apiserver',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importPrivateKey(authority.privateKey),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], true),
      new x509.SubjectAlternativeNameExtension(
        [...new Set([...hosts, '127.0.0.1', 'localhost', 'kubernetes.default.svc'])].map(
          (value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value }),
        ),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return toKeyPair(certificate, keys.privateKey);
}

function validityFrom(now: number): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now - 3600_000), notAfter: new Date(now + tenYearsMs) };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function toKeyPair(
  certificate: x509.X509Certificate,
  key: webcrypto.CryptoKey,
): Promise<KeyPair> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return {
    certificate: certificate.toString('pem'),
    privateKey: x509.PemConverter.encode(der, 'PRIVATE KEY'),
  };
}

function importPrivateKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = x509.PemConverter.decodeFirst(pem);
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}
