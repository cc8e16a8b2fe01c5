/** Changes whenever the same snapshot may get another answer; recorded with every decision. */
export const engineVersion = '0.1.0';
