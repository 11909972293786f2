/** The public texts of a teacher. */
export const cardFields = ['bio', 'otherSubjects', 'otherLanguage'] as const
