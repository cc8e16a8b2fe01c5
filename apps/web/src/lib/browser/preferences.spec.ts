import { describe, expect, it } from 'vitest';
import { preferences, readPreferences, setPreferences } from './preferences.js';

const defaults = {
  density: 'compact',
  timeZone: 'local',
  hiddenColumns: {},
  columnOrder: {},
  savedViews: {},
  favoriteClusters: [],
  isExerciseOpen: true,
  isExerciseDismissed: false,
  exerciseSteps: {},
};

describe('readPreferences', () => {
  it.each([null, 'not JSON', '[]', '"text"', '{"density":"huge"}'])(
    'returns the defaults for %s',
    (stored) => {
      expect(readPreferences(stored)).toEqual(defaults);
    },
  );

  it('replaces only invalid values with defaults', () => {
    expect(readPreferences('{"density":"huge","timeZone":"utc"}')).toEqual({
      ...defaults,
      timeZone: 'utc',
    });
  });
});

describe('setPreferences', () => {
  it('stores preferences in the browser', () => {
    setPreferences({ hiddenColumns: { nodes: ['zone'] }, density: 'comfortable' });
    expect(readPreferences(localStorage.getItem('kerf.preferences'))).toEqual(preferences());
    expect(preferences()).toMatchObject({ hiddenColumns: { nodes: ['zone'] } });
  });
});
