import { describe, expect, it } from 'vitest';
import { preferences, readPreferences, setPreferences } from './preferences.js';

const defaults = {
  density: 'compact',
  timeZone: 'local',
  hiddenColumns: {},
  isExerciseOpen: true,
};

describe('readPreferences', () => {
  it.each([null, 'not JSON', '[]', '"text"', '{"density":"huge"}'])(
    'takes the defaults where %s says nothing',
    (stored) => {
      expect(readPreferences(stored)).toEqual(defaults);
    },
  );

  it('keeps what is readable beside what is not', () => {
    expect(readPreferences('{"density":"huge","timeZone":"utc"}')).toEqual({
      ...defaults,
      timeZone: 'utc',
    });
  });
});

describe('setPreferences', () => {
  it('stores what a reload reads', () => {
    setPreferences({ hiddenColumns: { nodes: ['zone'] }, density: 'comfortable' });
    expect(readPreferences(localStorage.getItem('kerf.preferences'))).toEqual(preferences());
    expect(preferences()).toMatchObject({ hiddenColumns: { nodes: ['zone'] } });
  });
});
