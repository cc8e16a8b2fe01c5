import { describe, expect, it } from 'vitest';
import type { HostPort } from '../model/pod.js';
import { findPortConflict } from './host-ports.js';

const port = (hostIp: string, number = 80, protocol: HostPort['protocol'] = 'TCP'): HostPort => ({
  hostIp,
  port: number,
  protocol,
});

describe('host ports', () => {
  it.each([
    ['the same address', port('10.0.0.1'), port('10.0.0.1'), true],
    ['another address', port('10.0.0.1'), port('10.0.0.2'), false],
    ['every address', port('0.0.0.0'), port('10.0.0.2'), true],
    ['every address of IPv6', port('10.0.0.1'), port('::'), true],
    ['another protocol', port('0.0.0.0'), port('0.0.0.0', 80, 'UDP'), false],
    ['another port', port('0.0.0.0'), port('0.0.0.0', 81), false],
  ])('conflict on %s: %s and %s', (_what, used, requested, expected) => {
    expect(findPortConflict([used], [requested])).toBe(expected ? requested : null);
  });
});
