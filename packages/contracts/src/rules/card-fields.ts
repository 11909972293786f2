/** What everyone reads of a teacher in the teacher's own words. */
export const cardFields = ['bio', 'otherSubjects', 'otherLanguage'] as const
