import type { Api } from '@darsi/contracts/calls/api.ts'
import { type ChoiceTable, choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { bacSections } from '@darsi/contracts/reference/curriculum.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import {
  educationLevels,
  employmentStatuses,
  experienceLevels,
  sessionTypes,
} from '@darsi/contracts/reference/levels.ts'
import { subjectFrom, subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { formatMoney, type Translate } from '@darsi/design/i18n/catalogue.ts'
import type { Definition } from '@darsi/design/layout/definition-list.tsx'
import type { texts } from '../texts.ts'

type ProofText = NonNullable<typeof texts.proofs.keys>
type File = Api['GET /admin/teachers/:id/review-file']['answer']['data']

/** The teacher's profile as a list in the page's language. Empty fields are marked as empty. */
export function factsOf(file: File, language: Language, t: Translate<ProofText>): Definition[] {
  const { profile } = file
  const known = (table: ChoiceTable, value: unknown) => {
    const values = Array.isArray(value) ? value : [value]
    const labels = values.map((one) => labelIn(table, String(one ?? ''), language))
    return listOf(
      labels.filter((label) => label !== ''),
      language,
    )
  }
  const subjects = Array.isArray(profile['teachingSubjects']) ? profile['teachingSubjects'] : []
  const rate = profile['hourlyRate']
  const facts = [
    [
      'subjects',
      listOf(
        subjects.map((each) => labelOfSubject(String(each), language, profile['otherSubjects'])),
        language,
      ),
    ],
    ['levels', known(educationLevels, profile['levels'])],
    ['sections', known(bacSections, profile['sections'])],
    ['types', known(sessionTypes, profile['sessionTypes'])],
    ['rate', typeof rate === 'number' ? formatMoney(rate, language) : ''],
    ['hours', formatNumber(file.offeredHours, language)],
    ['employment', known(employmentStatuses, profile['employmentStatus'])],
    ['experience', known(experienceLevels, profile['experienceLevel'])],
    ['address', t(file.emailVerified ? 'proven' : 'unproven')],
    ['slug', file.slug],
    ['bio', String(profile['bio'] ?? '')],
  ] as const
  return facts.map(([id, value]) => ({ id, term: t(`fact-${id}`), value: value === '' ? t('empty') : value }))
}

function labelIn(table: ChoiceTable, word: string, language: Language): string {
  const key = choiceFrom(table, word)
  return key === null ? word : (table[key]?.[language] ?? word)
}

/** Other subjects are shown as the teacher typed them. */
function labelOfSubject(word: string, language: Language, others: unknown): string {
  const subject = subjectFrom(word)
  if (subject === 'other-subjects' && typeof others === 'string' && others.trim() !== '') return others.trim()
  return subject === null ? word : subjectLabel(subject, language)
}
