import { formatNumber } from '../catalogue.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import type { TeacherCard } from './filters.ts'
import { teachersTexts } from './teachers-texts.ts'

/** Why a teacher stands where they do, in words; the points can be read on hover and by anyone who checks the ranking. */
export function Reasons({ reasons }: Pick<TeacherCard, 'reasons'>) {
  const t = useTranslator(teachersTexts)
  const language = useLanguage()
  const write = (value: number, digits = 0) =>
    formatNumber(value, language, { maximumFractionDigits: digits })
  const words = ({ kind, value }: TeacherCard['reasons'][number]): string => {
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
    }
  }
  const told = reasons.filter(({ points }) => points > 0)
  if (told.length === 0) return null
  return (
    <ul className="ds-reasons" aria-label={t('why')}>
      {told.map((reason) => (
        <li key={reason.kind} title={t('points', { points: write(reason.points, 1) })}>
          {words(reason)}
        </li>
      ))}
    </ul>
  )
}
