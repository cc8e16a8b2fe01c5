/** Creates and checks secrets with the system's random numbers and key derivation. */
export interface Secrets {
  /** Returns a new random secret with a prefix that names its purpose. */
  create(
    prefix:
      | 'kerf_session'
      | 'kerf_link'
      | 'kerf_token'
      | 'kerf_device'
      | 'kerf_external'
      | 'kerf_webhook'
      | 'kerf_chat'
      | 'kerf_device_code',
  ): string;
  /** Returns a new random code that a person can type, in the form of `toUserCode`. */
  createUserCode(): string;
  /** Returns the digest of a secret; only the digest is stored. */
  digest(secret: string): string;
  /** Encrypts a text with a key that only this secret gives. */
  seal(secret: string, text: string): string;
  /** Decrypts what `seal` returned; `null` for another secret or a changed text. */
  open(secret: string, sealed: string): string | null;
  hashPassword(password: string): Promise<string>;
  checkPassword(password: string, hash: string): Promise<boolean>;
}
