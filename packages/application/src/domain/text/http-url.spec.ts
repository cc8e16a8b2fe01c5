import { describe, expect, it } from 'vitest';
import { httpUrlProblem } from './http-url.js';

describe('the URL of a server', () => {
  it.each([
    'https://example.com',
    'http://[::1]:8080/a?b',
    'https://example.com:65535/',
    'https://a:1',
  ])('may be %s', (url) => {
    expect(httpUrlProblem(url)).toBeNull();
  });

  it.each([
    'https://example.com:99999/hook',
    'https://example.com:65536',
    'https://example.com:0/',
  ])('must have a port that exists: %s', (url) => {
    expect(httpUrlProblem(url)).toContain('a port is from 1 to 65535');
  });

  it.each(['ftp://example.com', 'https://user@example.com/', 'https://a b/', 'example.com', ''])(
    'must be one of http: %s',
    (url) => {
      expect(httpUrlProblem(url)).toContain('must be an https URL');
    },
  );
});
