import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { dropWish, type Wish } from '@darsi/client/session/wish.ts'
import { dayPartOf, preferredTimes } from '@darsi/contracts/reference/hours.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { useLearnerWishes } from '../learner-wishes.ts'
import { RequestDialog } from '../request/request-dialog.tsx'

export type WishProps = {
  api: ApiClient
  seeker: 'student' | 'parent'
  /** Opens the page where a parent adds a child. */
  onAddChild?: () => void
  wish: Wish
  /** The wish was sent or dropped. */
  onChange: () => void
}

/** Nothing for a teacher who is not listed any more. */
export function KeptWish({ api, seeker, onAddChild, wish, onChange }: WishProps) {
  const t = useTranslator(texts.teachers)
  const [asks, setAsks] = useState(false)
  // the slug of the public page is accepted as an id
  const { data } = useCall(api, 'GET /teachers/:id', { params: { id: wish.teacher } })
  const { wishes, failed } = useLearnerWishes(api, seeker)
  if (!data || wishes === null) return null
  const teacher = data.data
  const only = wishes.length === 1 ? wishes[0] : undefined
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
          <Button size="sm" icon={SendIcon} onClick={() => setAsks(true)}>
            {t('ask')}
          </Button>
        </>
      }
    >
      <p>{t('wishText', { name: teacher.name })}</p>
      {asks && (
        <RequestDialog
          api={api}
          teacher={teacher}
          // a shared link names no subject
          subject={wish.subject || (only?.filters.subject ?? '')}
          times={timesOf(wish)}
          learners={seeker === 'parent' ? wishes : null}
          failed={failed}
          learnerId={only?.id ?? ''}
          onAddChild={onAddChild}
          onClose={() => {
            setAsks(false)
            onChange()
          }}
        />
      )}
    </Card>
  )
}

/** The part of the day in which the searched hour lies; nothing for a search without a day or an hour. */
const timesOf = ({ day, hour }: Wish) =>
  hour === '' ? [] : preferredTimes.filter((time) => time === `${day}-${dayPartOf(Number(hour))}`)
