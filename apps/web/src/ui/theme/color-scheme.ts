import { localStorageColorSchemeManager, useMantineColorScheme } from '@mantine/core';

/** The key that public/color-scheme.js reads before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'kerf.color-scheme' });

/** The theme: `auto` follows the system. */
export const useColorScheme = useMantineColorScheme;
