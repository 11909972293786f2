import {
  ArrowEndIcon,
  BookIcon,
  CheckIcon,
  GraduationIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'

const doors = [
  { who: 'student', icon: GraduationIcon, to: '/for-students', suffix: '' },
  { who: 'parent', icon: UsersIcon, to: '/registration', suffix: '?type=parent' },
  { who: 'teacher', icon: BookIcon, to: '/teacher-opportunities', suffix: '' },
] as const

/** One card for each kind of visitor. */
export function Doors() {
  const t = useTranslator(texts.home)
  const href = useHref()
  return (
    <ul className="doors">
      {doors.map(({ who, icon: Glyph, to, suffix }) => (
        <li key={who} className={`door door-${who}`}>
          <span className="door-sign" aria-hidden="true">
            <Glyph />
          </span>
          <h3 className="door-title">{t(who)}</h3>
          <p className="door-slogan">{t(`${who}Slogan`)}</p>
          <ul className="door-points">
            {(['1', '2', '3'] as const).map((point) => (
              <li key={point}>
                <CheckIcon />
                <span>{t(`${who}${point}`)}</span>
              </li>
            ))}
          </ul>
          <a className="door-link" href={href(to, suffix)}>
            <span>{t(`${who}Link`)}</span> <ArrowEndIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}
