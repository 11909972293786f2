import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { useLoaded } from '@darsi/client/query/use-call.ts'
import { dropWish, keepWish, readWish, type Wish } from '@darsi/client/session/wish.ts'
import { dayPartOf, preferredTimes } from '@darsi/contracts/reference/hours.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'
import type { TeacherCard } from '../filters.ts'
import { useLearnerWishes } from '../learner-wishes.ts'
import { useOpenRequests, useWaitingRequests } from '../request/open-requests.tsx'
import { RequestDialog } from '../request/request-dialog.tsx'

export type WishProps = {
  api: ApiClient
  seeker: 'student' | 'parent'
  wish: Wish
  /** The wish was sent, dropped or left for later. */
  onChange: () => void
}

/** Waits for the teacher, who may have left the list since. */
export function KeptWish(props: WishProps) {
  const t = useTranslator(texts.teachers)
  const teacher = useWishedTeacher(props.api, props.wish.teacher)
  if (teacher === null) return null
  if (teacher === 'gone') return <WishEnd onChange={props.onChange}>{t('wishGone')}</WishEnd>
  return <WishTo {...props} teacher={teacher} />
}

/** Opens the request, filled in, until the person closes it once; then the card keeps it. */
function WishTo({ api, seeker, wish, onChange, teacher }: WishProps & { teacher: TeacherCard }) {
  const t = useTranslator(texts.teachers)
  const [isAsked, setAsked] = useState(!wish.isClosed)
  const { wishes, failed } = useLearnerWishes(api, seeker)
  const open = useOpenRequests(api)
  const waiting = useWaitingRequests(api)
  if (wishes === null || !open.isLoaded || !waiting.isLoaded) return null
  const withoutChild = wishes.length === 0 && failed === null
  const isOpen = isAsked && wishes.length > 0
  const isSent = (childId: string | null) =>
    open
      .requestsTo(teacher.id, childId)
      .some(({ subject }) => wish.subject === '' || subject === wish.subject) ||
    // the dialog that keeps a request for the guardian stays: it also asks for the guardian's address
    (!isOpen && waiting.waitingWith(teacher.id, childId) !== undefined)
  const learners = wishes.filter(({ id }) => !isSent(seeker === 'parent' ? id : null))
  if (wishes.length > 0 && learners.length === 0)
    return <WishEnd onChange={onChange}>{t('wishSent', { name: teacher.name })}</WishEnd>
  const only = learners.length === 1 ? learners[0] : undefined
  return (
    <Card
      title={t('wishTitle', { name: teacher.name })}
      actions={
        <>
          <Button
            size="sm"
            variant="secondary"
            onClick={() => {
              dropWish()
              onChange()
            }}
          >
            {t('wishDrop')}
          </Button>
          {!withoutChild && (
            <Button size="sm" icon={SendIcon} onClick={() => setAsked(true)}>
              {t('ask')}
            </Button>
          )}
        </>
      }
    >
      <p>{withoutChild ? t('wishNoChild') : t('wishText', { name: teacher.name })}</p>
      {(isOpen || (isAsked && failed !== null)) && (
        <RequestDialog
          api={api}
          teacher={teacher}
          // a shared link names no subject
          subject={wish.subject || (only?.filters.subject ?? '')}
          times={timesOf(wish)}
          learners={seeker === 'parent' ? learners : null}
          failed={failed}
          learnerId={only?.id ?? ''}
          onClose={() => {
            setAsked(false)
            // nothing once it was sent; another tab may have kept another teacher meanwhile
            if (readWish()?.teacher === wish.teacher) keepWish({ ...wish, isClosed: true })
            onChange()
          }}
        />
      )}
    </Card>
  )
}

/** One sentence about a wish that cannot be sent any more; the next visit does not repeat it. */
function WishEnd({ onChange, children }: { onChange: () => void; children: string }) {
  useEffect(dropWish, [])
  return <Banner onDismiss={onChange}>{children}</Banner>
}

/** Null while loading. The slug of the public page is accepted as an id. */
function useWishedTeacher(api: ApiClient, id: string): TeacherCard | 'gone' | null {
  const params = { id }
  return useLoaded(api, ['GET /teachers/:id', { params }, 'or gone'], async (signal) => {
    try {
      return (await api.call('GET /teachers/:id', { params, signal })).data
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'gone' as const
      throw error
    }
  }).data
}

/** The part of the day in which the searched hour lies; nothing for a search without a day or an hour. */
const timesOf = ({ day, hour }: Wish) =>
  hour === '' ? [] : preferredTimes.filter((time) => time === `${day}-${dayPartOf(Number(hour))}`)
