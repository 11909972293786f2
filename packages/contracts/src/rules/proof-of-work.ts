/** How often the work of a proof may be doubled. */
export const mostWork = 9
