import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { ReactNode } from 'react'
import { ConnectionList } from '../connections/public.ts'
import { RequestExtras } from '../messages/public.ts'
import { texts } from '../texts.ts'
import { Alternatives, needsAlternatives } from './alternatives.tsx'
import { useLearnerWishes } from './learner-wishes.ts'
import { WaitingRequests } from './request/waiting-requests.tsx'
import { TeacherFinder } from './teacher-finder.tsx'
import './teachers.css'

type Props = {
  api: ApiClient
  title: string
  seeker: 'student' | 'parent'
  onAddChild?: () => void
  /** Opens the conversation of a request. */
  onMessages: (thread: string) => void
}

const place = {
  view: oneOf(['search', 'favourites', 'requests'], 'search'),
  teacher: anyText(),
  /** The request that a mail or a notice is about. */
  connection: anyText(),
}

/** The tab of students and parents: search, favourites and the own requests. */
export function FindTeachers({ api, title, seeker, onAddChild, onMessages }: Props) {
  const t = useTranslator(texts.teachers)
  const [{ view: chosenView, connection }, { set }] = usePlace(place)
  const view = connection === '' ? chosenView : 'requests'
  const setView = (chosen: typeof view) => set({ view: chosen, teacher: '', connection: '' })
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={title} />
      <RadioGroup
        legend={t('view')}
        hideLegend
        variant="segments"
        value={view}
        onChange={setView}
        options={[
          { value: 'search', label: t('searchView') },
          { value: 'favourites', label: t('favouritesView') },
          { value: 'requests', label: t('requestsView') },
        ]}
      />
      {view === 'requests' ? (
        <OwnRequests
          api={api}
          seeker={seeker}
          onMessages={onMessages}
          emptyActions={<Button onClick={() => setView('search')}>{t('searchView')}</Button>}
        />
      ) : (
        <TeacherFinder
          key={view}
          api={api}
          view={view}
          seeker={seeker}
          onRequests={() => setView('requests')}
          {...(onAddChild && { onAddChild })}
        />
      )}
    </div>
  )
}

type OwnProps = Pick<Props, 'api' | 'seeker' | 'onMessages'> & { emptyActions: ReactNode }

/** Unsent requests first, then the sent ones. Below a refused one, other teachers are suggested. */
function OwnRequests({ api, seeker, onMessages, emptyActions }: OwnProps) {
  const { wishes, failed } = useLearnerWishes(api, seeker)
  const learners = seeker === 'parent' ? wishes : null
  return (
    <>
      <WaitingRequests api={api} learners={learners} />
      <ConnectionList
        api={api}
        box="sent"
        emptyActions={emptyActions}
        extras={(connection) => (
          <RequestExtras api={api} viewer={seeker} connection={connection} onMessages={onMessages} />
        )}
        below={(connection) =>
          // without the children the request of a parent would look like that of a student
          wishes !== null &&
          needsAlternatives(connection) && (
            <Alternatives api={api} connection={connection} learners={learners} failed={failed} />
          )
        }
      />
    </>
  )
}
