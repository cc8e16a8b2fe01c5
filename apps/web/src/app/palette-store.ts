import { createSpotlight } from '@mantine/spotlight';

/** The state of the command palette, and the functions that open it. */
export const paletteSpotlight: ReturnType<typeof createSpotlight> = createSpotlight();
