import type { Language } from '@darsi/contracts/languages.ts'
import { isLanguage, languageNames } from '@darsi/contracts/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/levels.ts'
import { placeLabel } from '@darsi/contracts/location.ts'
import { isSubject, subjectLabel } from '@darsi/contracts/subjects.ts'
import { formatMoney, type Translate } from '../catalogue.ts'
import type { TeacherCard } from './filters.ts'

type Key = 'listSeparator' | 'ratePerHour' | 'rateOpen'

/** A card's keys in the words of the page. */
export function teacherWords(teacher: TeacherCard, language: Language, t: Translate<Key>) {
  const list = (words: readonly string[]) => words.filter((word) => word !== '').join(t('listSeparator'))
  return {
    subjects: teacher.subjects.map((subject) =>
      subject === 'other-language' && teacher.otherLanguage !== ''
        ? teacher.otherLanguage
        : subject === 'other-subjects' && teacher.otherSubjects !== ''
          ? teacher.otherSubjects
          : subjectLabel(subject, language),
    ),
    levels: list(teacher.levels.map((level) => educationLevels[level][language])),
    languages: list(teacher.languages.map((each) => (isLanguage(each) ? languageNames[each] : each))),
    sessionTypes: list(teacher.sessionTypes.map((type) => sessionTypes[type][language])),
    experience: teacher.experienceLevel === null ? '' : experienceLevels[teacher.experienceLevel][language],
    place: placeLabel(teacher, language),
    rate:
      teacher.hourlyRate === null
        ? t('rateOpen')
        : t('ratePerHour', { rate: formatMoney(teacher.hourlyRate, language) }),
  }
}

/** A stored subject in the words of the page; unknown ones as they were written. */
export const subjectWords = (subject: string, language: Language): string =>
  isSubject(subject) ? subjectLabel(subject, language) : subject
