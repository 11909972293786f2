import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { isolated } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { andJoined, listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { Menu } from '@darsi/design/dialogs/menu.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { ArrowStartIcon, FlagIcon, LockIcon, MoreIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { useEffect, useRef, useState } from 'react'
import { PauseCause } from '../contact-hint/public.ts'
import { ThreadHomework } from '../homework/public.ts'
import { texts } from '../texts.ts'
import { ReportDialog, type Reported } from '../thread-report/public.ts'
import { Bubble, UnsentBubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { counterpart, lastTextsOf, learnerBeside, others, type Thread, textsBefore } from './thread.ts'
import { useConversation } from './use-conversation.ts'

type Props = {
  api: ApiClient
  thread: Thread
  me: string
  onBack: () => void
  /** The target of the back button; by default the list of conversations. */
  backLabel?: string
}

export function Conversation({ api, thread: given, me, onBack, backLabel }: Props) {
  const t = useTranslator(texts.messages)
  const conversation = useConversation(api, given, me)
  const { thread, error } = conversation
  const toast = useToast()
  const [reported, setReported] = useState<{ about: Reported | null } | null>(null)
  const [blocking, setBlocking] = useState(false)
  const blockedByMe = thread.blockedBy.includes(me)
  return (
    <section
      className="ds-conversation"
      aria-label={t('log', { names: counterpart(thread, me) || t('someLearner') })}
    >
      <Head
        thread={thread}
        me={me}
        onBack={onBack}
        backLabel={backLabel}
        onReport={() => setReported({ about: null })}
        onBlock={blockedByMe ? null : () => setBlocking(true)}
      />
      <FailureBanner error={error} reload={conversation.retry} />
      <ThreadHomework
        api={api}
        connectionId={thread.id}
        learner={learnerBeside(thread, me)}
        isTeacher={thread.members.some(({ id, part }) => id === me && part === 'teacher')}
        open={thread.open && thread.blockedBy.length === 0}
        isJudged={thread.contactRule !== 'delivered'}
      />
      <Log
        api={api}
        conversation={conversation}
        me={me}
        onReport={(id) => setReported({ about: { kind: 'message', id } })}
      />
      <Foot api={api} conversation={conversation} me={me} />
      {reported !== null && (
        <ReportDialog
          api={api}
          threadId={thread.id}
          about={reported.about}
          onClose={() => setReported(null)}
        />
      )}
      <ConfirmDialog
        open={blocking}
        danger
        title={t('blockTitle')}
        confirmLabel={t('block')}
        onConfirm={async () => {
          await conversation.block(true)
          setBlocking(false)
          toast(t('blocked'))
        }}
        onCancel={() => setBlocking(false)}
      >
        {t('blockText')}
      </ConfirmDialog>
    </section>
  )
}

type FootProps = { api: ApiClient; conversation: ReturnType<typeof useConversation>; me: string }

/** Where a message is written, or why none can be. */
function Foot({ api, conversation, me }: FootProps) {
  const t = useTranslator(texts.messages)
  const { run } = useAction({ inToast: true })
  const { thread, messages, send } = conversation
  const blockedByMe = thread.blockedBy.includes(me)
  const unblock = blockedByMe && (
    <Button
      size="sm"
      variant="secondary"
      onClick={() => void run(() => conversation.block(false), t('unblocked'))}
    >
      {t('unblock')}
    </Button>
  )
  return !thread.open ? (
    <Banner live="none" actions={unblock}>
      {t(thread.paused ? 'paused' : 'closed')} {blockedByMe && t('blockedByMe')}
      {thread.pausedFor && <PauseCause pausedFor={thread.pausedFor} />}
    </Banner>
  ) : thread.blockedBy.length > 0 ? (
    <Banner tone="warning" live="none" actions={unblock}>
      {t(blockedByMe ? 'blockedByMe' : 'blockedByOther')}
    </Banner>
  ) : (
    <Composer
      key={thread.id}
      api={api}
      draft={`${me}.${thread.id}`}
      rule={thread.contactRule}
      before={lastTextsOf(messages, me)}
      onSend={send}
    />
  )
}

type HeadProps = {
  thread: Thread
  me: string
  onBack: () => void
  backLabel: string | undefined
  onReport: () => void
  onBlock: (() => void) | null
}

function Head({ thread, me, onBack, backLabel, onReport, onBlock }: HeadProps) {
  const t = useTranslator(texts.messages)
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const name = counterpart(thread, me) || t('someLearner')
  const learner = learnerBeside(thread, me)
  const rest = others(thread, me)
  const names = listOf(
    rest
      .filter((member) => member.part !== 'guardian' && !['', name, learner].includes(member.name))
      .map((member) => isolated(member.name, language)),
    language,
  )
  const guardians = rest.filter(({ part }) => part === 'guardian').map((member) => member.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation was opened
  useEffect(() => heading.current?.focus(), [thread.id])
  return (
    <header className="ds-conversation-head">
      <Button
        variant="quiet"
        size="sm"
        icon={ArrowStartIcon}
        onClick={onBack}
        className="ds-conversation-back"
      >
        {backLabel ?? t('back')}
      </Button>
      <Avatar name={name} />
      <div className="ds-conversation-who">
        <h3 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h3>
        <p className="ds-soft ds-small">
          {inOneLine([
            learner === '' ? '' : isolated(learner, language),
            subjectName(thread.subject, language),
            names,
            guardians.length === 0
              ? ''
              : t('withGuardian', { count: guardians.length, guardian: andJoined(guardians, language) }),
          ])}
        </p>
      </div>
      <Menu
        label={t('more')}
        icon={MoreIcon}
        trigger={null}
        items={[
          { id: 'report', label: t('report'), icon: FlagIcon, onSelect: onReport },
          ...(onBlock === null
            ? []
            : [{ id: 'block', label: t('block'), icon: LockIcon, danger: true, onSelect: onBlock }]),
        ]}
      />
    </header>
  )
}

type LogProps = {
  api: ApiClient
  conversation: ReturnType<typeof useConversation>
  me: string
  onReport: (messageId: string) => void
}

function Log({ api, conversation, me, onReport }: LogProps) {
  const { thread, messages, unsent, loaded, error, more } = conversation
  const t = useTranslator(texts.messages)
  const language = useLanguage()
  const log = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.number
  const lastMine = messages.findLast(({ by }) => by === me)?.number
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message comes into view
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [newest, unsent.length])
  const isGuardian = thread.members.some(({ id, part }) => id === me && part === 'guardian')
  const dayOf = (at: string) => formatDate(at, language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <div ref={log} className="ds-log" role="log" aria-label={t('threads')} tabIndex={0}>
      {!loaded && error === null && <Skeleton />}
      {more !== null && (
        <div className="ds-row ds-log-more">
          <Button variant="quiet" size="sm" onClick={more}>
            {t('earlier')}
          </Button>
        </div>
      )}
      {loaded && messages.length + unsent.length === 0 && (
        <EmptyState title={t('firstTitle')} level={4}>
          {t('firstText')}
        </EmptyState>
      )}
      <ol className="ds-bubbles">
        {messages.map((message, index) => {
          const day = dayOf(message.at)
          const before = messages[index - 1]
          const first = before === undefined || dayOf(before.at) !== day
          return [
            first && (
              <li key={day} className="ds-log-day">
                {day}
              </li>
            ),
            <Bubble
              api={api}
              key={message.id}
              message={message}
              before={message.held ? textsBefore(messages, message) : []}
              thread={thread}
              me={me}
              withMarks={message.number === lastMine}
              onReport={() => onReport(message.id)}
              onRelease={isGuardian && thread.open ? () => conversation.release(message) : null}
            />,
          ]
        })}
        {unsent.map((message) => (
          <UnsentBubble key={message.key} message={message} />
        ))}
      </ol>
    </div>
  )
}
