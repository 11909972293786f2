import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { ReactNode } from 'react'
import { type Connection, ConnectionList } from '../connections/public.ts'
import { Alternatives, needsAlternatives } from './alternatives.tsx'
import { useLearnerWishes } from './learner-wishes.ts'
import { WaitingRequests } from './request/waiting-requests.tsx'
import { TeacherFinder } from './teacher-finder.tsx'
import { teachersTexts } from './texts.ts'
import './teachers.css'

type Props = {
  api: ApiClient
  title: string
  seeker: 'student' | 'parent'
  onAddChild?: () => void
  /** Further buttons of a request: a conversation, a lesson. */
  extras?: (connection: Connection) => ReactNode
}

const place = {
  view: oneOf(['search', 'favourites', 'requests'], 'search'),
  teacher: anyText(),
  /** The request that a mail or a notice is about. */
  connection: anyText(),
}

/** The tab of students and parents: search, favourites and the own requests. */
export function FindTeachers({ api, title, seeker, onAddChild, extras }: Props) {
  const t = useTranslator(teachersTexts)
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
          {...(extras && { extras })}
          emptyActions={<Button onClick={() => setView('search')}>{t('searchView')}</Button>}
        />
      ) : (
        <TeacherFinder key={view} api={api} view={view} seeker={seeker} {...(onAddChild && { onAddChild })} />
      )}
    </div>
  )
}

type OwnProps = Pick<Props, 'api' | 'seeker' | 'extras'> & { emptyActions: ReactNode }

/** Unsent requests first, then the sent ones. Below a refused one, other teachers are suggested. */
function OwnRequests({ api, seeker, ...list }: OwnProps) {
  const wishes = useLearnerWishes(api, seeker)
  const learners = seeker === 'parent' ? wishes : null
  return (
    <>
      <WaitingRequests api={api} />
      <ConnectionList
        api={api}
        box="sent"
        {...list}
        below={(connection) =>
          needsAlternatives(connection) && (
            <Alternatives api={api} connection={connection} learners={learners} />
          )
        }
      />
    </>
  )
}
