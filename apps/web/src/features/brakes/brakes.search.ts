import * as z from 'zod/mini';
import { searchText } from '../../lib/browser/search-schema.js';

export const brakesSearch = z.object({ cluster: searchText });
