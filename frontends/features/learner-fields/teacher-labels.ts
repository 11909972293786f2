import type { Api } from '@darsi/contracts/calls/api.ts'
import { sectionLabel } from '@darsi/contracts/reference/curriculum.ts'
import { dayName, teachingDays } from '@darsi/contracts/reference/hours.ts'
import { spokenLanguage } from '@darsi/contracts/reference/i18n/formats.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { isLanguage } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { placeLabel } from '@darsi/contracts/reference/places/location.ts'
import { subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { formatMoney, type Translate } from '@darsi/design/i18n/catalogue.ts'

type Teacher = Api['GET /teachers']['answer']['data'][number]
type Key = 'ratePerHour' | 'rateOpen' | 'freeOn' | 'noHoursOffered' | 'students'

/** A card's keys in the page's language. */
export function teacherLabels(teacher: Teacher, language: Language, t: Translate<Key>) {
  const list = (items: readonly string[]) =>
    listOf(
      items.filter((item) => item !== ''),
      language,
    )
  return {
    subjects: teacher.subjects.map((subject) =>
      subject === 'other-language' && teacher.otherLanguage !== ''
        ? teacher.otherLanguage
        : subject === 'other-subjects' && teacher.otherSubjects !== ''
          ? teacher.otherSubjects
          : subjectLabel(subject, language),
    ),
    levels: list(teacher.levels.map((level) => educationLevels[level][language])),
    sections: list(teacher.sections.map((section) => sectionLabel(section, language))),
    languages: list(
      teacher.languages.map((each) => (isLanguage(each) ? spokenLanguage(each, language) : each)),
    ),
    sessionTypes: list(teacher.sessionTypes.map((type) => sessionTypes[type][language])),
    experience: teacher.experienceLevel === null ? '' : experienceLevels[teacher.experienceLevel][language],
    availability:
      teacher.offeredHours === 0
        ? t('noHoursOffered')
        : t('freeOn', {
            count: teacher.offeredHours,
            days: listOf(
              teachingDays
                .filter((day) => teacher.freeDays.includes(day))
                .map((day) => dayName(day, language, 'short')),
              language,
            ),
          }),
    students: teacher.totalStudents === 0 ? '' : t('students', { count: teacher.totalStudents }),
    place: placeLabel(teacher, language),
    rate:
      teacher.hourlyRate === null
        ? t('rateOpen')
        : t('ratePerHour', { rate: formatMoney(teacher.hourlyRate, language) }),
  }
}
