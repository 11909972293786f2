/** Tunisian schools mark from 0 to 20, in quarters. */
export const highestMark = 20
export const markStep = 0.25
