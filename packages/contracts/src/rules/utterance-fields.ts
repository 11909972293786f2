/** Where the people of a connection write to each other. */
export const utteranceFields = [
  'message',
  'request',
  /** Of an acceptance, a refusal or an end. */
  'note',
  'homework',
  'hand-in',
  'mark',
  'lesson-notes',
  'lesson-place',
  'lesson-link',
  'lesson-reason',
  'lesson-report',
  'board',
] as const

/** What a report of a conversation may name. */
export const reportableKinds = ['message', 'homework', 'hand-in', 'mark', 'lesson'] as const
export type ReportableKind = (typeof reportableKinds)[number]

export type UtteranceField = (typeof utteranceFields)[number]
