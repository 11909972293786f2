/** Where an online lesson is held that has no link of its own. */
export const classroomPath = (lessonId: string): string => `/classroom/${lessonId}`

/** True for the link that the service gives to such a lesson, not for a link that a person typed. */
export const isClassroomLink = (link: string, lessonId: string): boolean =>
  link.endsWith(classroomPath(lessonId))
