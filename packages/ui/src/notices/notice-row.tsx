import type { Api } from '@darsi/contracts/api.ts'
import { formatDateTime, formatRelative } from '../catalogue.ts'
import { classNames } from '../class-names.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { useNow } from '../use-now.ts'
import { noticesTexts } from './notices-texts.ts'

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
