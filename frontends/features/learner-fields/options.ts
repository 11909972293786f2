import { type ChoiceTable, choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { sectionOfGrade, subjectsTaught } from '@darsi/contracts/reference/curriculum.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Subject } from '@darsi/contracts/reference/subjects.ts'
import { subjectOptions } from '@darsi/design/forms/choice-options.ts'

type School = { level: string; grade: string; section: string }

/** Subjects as the options of a control; subjects of the level or section come first. */
export function schoolSubjectOptions<S extends Subject>(
  subjects: readonly S[],
  { level, grade, section }: School,
  language: Language,
) {
  const taught = subjectsTaught(level, sectionOfGrade(section, grade))
  const rank = (subject: Subject) => (taught.includes(subject) ? taught.indexOf(subject) : taught.length)
  return subjectOptions(
    [...subjects].sort((a, b) => rank(a) - rank(b)),
    language,
  )
}

/** A key or label in the page's language. Unknown values are shown unchanged. */
export function labelOf(table: ChoiceTable, word: string, language: Language): string {
  const key = choiceFrom(table, word)
  return (key !== null && table[key]?.[language]) || word
}
