import 'reflect-metadata';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Creates a certificate for this machine that nobody trusts by default, with its key, both in PEM. */
export async function createSelfSigned(): Promise<{ readonly cert: string; readonly key: string }> {
  const keys = await crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
  const notBefore = new Date(Date.now() - 60_000);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=smtp',
    notBefore,
    notAfter: new Date(notBefore.getTime() + 86_400_000),
    signingAlgorithm: keyAlgorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  });
  const exported = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  const base64 = Buffer.from(exported).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`,
  };
}
