import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { Suspense } from 'react'
import { texts } from '../texts.ts'
import { TeacherFinder } from './teacher-finder.tsx'
import './teachers.css'

// loaded when it is opened, to keep the search small
const OwnRequests = retryableLazy(async () => ({
  default: (await import('./request/own-requests.tsx')).OwnRequests,
}))

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
        <Suspense fallback={<Skeleton shape="card" />}>
          <OwnRequests
            api={api}
            seeker={seeker}
            onMessages={onMessages}
            emptyActions={<Button onClick={() => setView('search')}>{t('searchView')}</Button>}
          />
        </Suspense>
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
