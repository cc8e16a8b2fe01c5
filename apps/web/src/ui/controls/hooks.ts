import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });

export { useDebouncedValue } from '@mantine/hooks';
