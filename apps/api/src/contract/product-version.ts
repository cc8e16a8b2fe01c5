import { readPackageVersion } from '@kerf/system';

export const productVersion = readPackageVersion(import.meta.dirname);
