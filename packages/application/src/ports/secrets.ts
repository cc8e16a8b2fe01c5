/** Makes and checks secrets; the machine's randomness and key derivation. */
export interface Secrets {
  /** A new secret that nobody can guess, with a prefix that says what it is. */
  create(
    prefix: 'kerf_session' | 'kerf_link' | 'kerf_token' | 'kerf_device' | 'kerf_external',
  ): string;
  /** What is stored of a secret. */
  digest(secret: string): string;
  hashPassword(password: string): Promise<string>;
  checkPassword(password: string, hash: string): Promise<boolean>;
}
