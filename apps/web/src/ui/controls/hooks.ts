import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the screen is as narrow as that of a phone. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });

export { useDebouncedValue } from '@mantine/hooks';
