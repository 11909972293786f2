/** A room opens this long before the lesson begins and closes this long after its end. */
export const classroomOpensMs = 10 * 60_000

/** How many hours ahead a lesson is booked or moved at the latest; the teacher chooses within these limits. */
export const noticeHours = { least: 2, usual: 12, most: 7 * 24 } as const

/** So long the person who booked a lesson may undo it, however soon it begins. */
export const undoMs = 15 * 60_000

/** From so much time together in the classroom on, attendance shows that a lesson took place. */
export const attendedSeconds = 5 * 60

/** Lessons of one connection that lie ahead, the proposed ones included. */
export const mostLessonsAhead = 20

/** A late person may still come this long after the beginning; after it, the lesson can be reported as missed. */
export const noShowAfterMs = 10 * 60_000
