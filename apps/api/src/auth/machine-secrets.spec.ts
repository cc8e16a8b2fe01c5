import { describe, expect, it } from 'vitest';
import { machineSecrets } from './machine-secrets.js';

describe('secrets', () => {
  it('have a prefix of their kind and never repeat', () => {
    const secrets = Array.from({ length: 100 }, () => machineSecrets.create('kerf_token'));
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^kerf_token_[\w-]{43}$/);
  });

  it('are kept as SHA-256', () => {
    expect(machineSecrets.digest('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('passwords', () => {
  it('match their own hash only, each with a salt of its own', async () => {
    const password = 'correct horse battery';
    const [one, two] = await Promise.all([
      machineSecrets.hashPassword(password),
      machineSecrets.hashPassword(password),
    ]);
    expect(one).not.toBe(two);
    expect(await machineSecrets.checkPassword(password, one)).toBe(true);
    expect(await machineSecrets.checkPassword('correct horse batterz', one)).toBe(false);
  });

  it('match however the keyboard spells an accent', async () => {
    const hash = await machineSecrets.hashPassword('caf\u00e9 au lait, merci');
    expect(await machineSecrets.checkPassword('cafe\u0301 au lait, merci', hash)).toBe(true);
  });

  it.each(['', 'scrypt', 'scrypt$15$8$3$AA==$AA==', 'bcrypt$x'])('never match %j', async (hash) => {
    expect(await machineSecrets.checkPassword('', hash)).toBe(false);
  });
});

describe('sealed text', () => {
  it('is opened with the same secret only, and only unchanged', () => {
    const sealed = machineSecrets.seal('kerf_session_one', 'an ID token');
    expect(machineSecrets.open('kerf_session_one', sealed)).toBe('an ID token');
    expect(machineSecrets.open('kerf_session_two', sealed)).toBeNull();
    const bytes = Buffer.from(sealed, 'base64');
    bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
    expect(machineSecrets.open('kerf_session_one', bytes.toString('base64'))).toBeNull();
    expect(machineSecrets.open('kerf_session_one', 'AAAA')).toBeNull();
    expect(machineSecrets.seal('kerf_session_one', 'an ID token')).not.toBe(sealed);
  });
});
