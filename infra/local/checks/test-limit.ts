/** The longest that a test or hook may take if it sets no limit of its own, in milliseconds. */
export const testLimitMs = 300_000
