import { plainClick } from '@darsi/client/place/plain-click.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { texts } from '../texts.ts'

export type Notice = Api['GET /notifications']['answer']['data'][number]

type Props = {
  notice: Notice
  /** Who, what and when; null where it is unknown. */
  about: string | null
  /** The place that it opens; null if it opens none. */
  href: string | null
  onOpen: () => void
}

/** The text of these kinds says no more than the title and who it is about. */
const repeatsTitle =
  /^(connection-(requested|cancelled|declined|ended)|lesson-(booked|moved|cancelled|changed|held|reminder-.*)|message-received|homework-(set|handed-in)|re(port|view)-written)$/

export function NoticeRow({ notice, about, href, onOpen }: Props) {
  const t = useTranslator(texts.notices)
  const language = useLanguage()
  const now = useNow()
  const { kind, title, body, createdAt, readAt } = notice
  const className = classNames('ds-notice', readAt === null && 'ds-notice-unread')
  const content = (
    <>
      <span className="ds-notice-title">
        {readAt === null && <span className="ds-hidden">{t('unreadMark')} </span>}
        {title}
      </span>
      {about !== null && <span className="ds-notice-body">{about}</span>}
      {(about === null || !repeatsTitle.test(kind)) && <span className="ds-notice-body">{body}</span>}
      <time className="ds-notice-time" dateTime={createdAt} title={formatDateTime(createdAt, language)}>
        {formatRelative(createdAt, language, Math.max(now, Date.parse(createdAt)))}
      </time>
    </>
  )
  return (
    <li>
      {href === null ? (
        <button type="button" className={className} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <a className={className} href={href} onClick={plainClick(onOpen)}>
          {content}
        </a>
      )}
    </li>
  )
}
