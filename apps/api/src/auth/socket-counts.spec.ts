import { describe, expect, it } from 'vitest';
import { SocketCounts } from './socket-counts.js';

describe('counted sockets', () => {
  it('are twenty of a session or token, and one more for each that closes', () => {
    const counts = new SocketCounts();
    const entered = Array.from({ length: 25 }, () => counts.enter('principal', 'ses_1'));
    expect(entered.filter(Boolean)).toHaveLength(20);
    expect(counts.enter('principal', 'ses_2')).toBe(true);
    counts.leave('principal', 'ses_1');
    expect(counts.enter('principal', 'ses_1')).toBe(true);
    expect(counts.enter('principal', 'ses_1')).toBe(false);
  });

  it('of a network are counted apart', () => {
    const counts = new SocketCounts();
    const entered = Array.from({ length: 250 }, () => counts.enter('address', 'ses_1'));
    expect(entered.filter(Boolean)).toHaveLength(200);
    expect(counts.enter('principal', 'ses_1')).toBe(true);
  });
});
