import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import type { TeacherCard } from '../filters.ts'

/** Why a teacher has this rank, as text. The points are shown on hover for anyone who checks the ranking. */
export function Reasons({ reasons, most }: Pick<TeacherCard, 'reasons'> & { most?: number }) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const write = (value: number, digits = 0) =>
    formatNumber(value, language, { maximumFractionDigits: digits })
  const textOf = ({ kind, value }: TeacherCard['reasons'][number]): string => {
    const figure = value ?? 0
    switch (kind) {
      case 'subject':
        return t('reasonSubject')
      case 'level':
        return t('reasonLevel')
      case 'shared-hours':
        return t('reasonHours', { count: Math.round(figure) })
      case 'distance':
        return figure < 1 ? t('inYourArea') : t('reasonDistance', { km: write(figure) })
      case 'answer-time':
        return t('reasonAnswer', { count: Math.max(1, Math.round(figure)) })
      case 'rating':
        return t('reasonRating', { value: write(figure, 1) })
      case 'new':
        return t('reasonNew')
      case 'online':
        return t('reasonOnline')
      case 'out-of-reach':
        return t('reasonOutOfReach')
      case 'full':
        return t('reasonFull')
    }
  }
  // a badge says already that a teacher is new
  const known = reasons.filter(({ kind }) => kind !== 'new')
  const isAgainst = ({ kind }: (typeof known)[number]) => kind === 'out-of-reach' || kind === 'full'
  // what speaks against a teacher is never left out
  const listed = [...known.filter((each) => !isAgainst(each)).slice(0, most), ...known.filter(isAgainst)]
  if (listed.length === 0) return null
  return (
    <ul className="ds-reasons" aria-label={t('why')}>
      {listed.map((reason) => (
        <li
          key={reason.kind}
          data-kind={reason.kind}
          title={reason.points > 0 ? t('points', { points: write(reason.points, 1) }) : undefined}
        >
          {textOf(reason)}
        </li>
      ))}
    </ul>
  )
}
