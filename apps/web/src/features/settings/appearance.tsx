import { setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { SegmentedControl } from '../../ui/controls/controls.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { useColorScheme } from '../../ui/theme/color-scheme.js';

const schemes = ['auto', 'light', 'dark'] as const;
const densities = ['compact', 'comfortable'] as const;
const zones = ['local', 'utc'] as const;

/** Theme, row density and time zone; stored in this browser. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useColorScheme();
  const { density, timeZone } = usePreferences();
  return (
    <DescriptionList
      items={[
        [
          'Theme',
          <SegmentedControl
            key="theme"
            aria-label="Theme"
            data={[
              { value: 'auto', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={colorScheme}
            onChange={(value) => setColorScheme(schemes.find((each) => each === value) ?? 'auto')}
          />,
        ],
        [
          'Row density',
          <SegmentedControl
            key="density"
            aria-label="Row density"
            data={[
              { value: 'compact', label: 'Compact' },
              { value: 'comfortable', label: 'Comfortable' },
            ]}
            value={density}
            onChange={(value) =>
              setPreferences({ density: densities.find((each) => each === value) ?? 'compact' })
            }
          />,
        ],
        [
          'Time zone',
          <SegmentedControl
            key="zone"
            aria-label="Time zone"
            data={[
              { value: 'local', label: 'Local' },
              { value: 'utc', label: 'UTC' },
            ]}
            value={timeZone}
            onChange={(value) =>
              setPreferences({ timeZone: zones.find((each) => each === value) ?? 'local' })
            }
          />,
        ],
      ]}
    />
  );
}
