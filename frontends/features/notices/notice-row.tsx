import type { Api } from '@darsi/contracts/calls/api.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { noticesTexts } from './texts.ts'

export type Notice = Api['GET /notifications']['answer']['data'][number]

export function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useTranslator(noticesTexts)
  const language = useLanguage()
  const now = useNow()
  const { title, body, createdAt, readAt } = notice
  return (
    <li>
      <button
        type="button"
        className={classNames('ds-notice', readAt === null && 'ds-notice-unread')}
        onClick={onOpen}
      >
        <span className="ds-notice-title">
          {readAt === null && <span className="ds-hidden">{t('unreadMark')} </span>}
          {title}
        </span>
        <span className="ds-notice-body">{body}</span>
        <time className="ds-notice-time" dateTime={createdAt} title={formatDateTime(createdAt, language)}>
          {formatRelative(createdAt, language, Math.max(now, Date.parse(createdAt)))}
        </time>
      </button>
    </li>
  )
}
