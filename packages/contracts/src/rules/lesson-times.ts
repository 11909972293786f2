/** A room opens this long before the lesson begins and closes this long after its end. */
export const classroomOpensMs = 10 * 60_000

/** A late person may still come this long after the beginning; after it, the lesson can be reported as missed. */
export const noShowAfterMs = 10 * 60_000
