/**
 * The version of the engine, recorded with every decision. It changes when the same snapshot may
 * get another result.
 */
export const engineVersion = '0.2.0';
