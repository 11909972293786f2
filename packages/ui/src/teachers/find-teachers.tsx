import { type ReactNode, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { RadioGroup } from '../choice.tsx'
import type { Connection } from '../connections/connection.ts'
import { ConnectionList } from '../connections/connection-list.tsx'
import { useTranslator } from '../i18n.tsx'
import { PageHeader } from '../page-header.tsx'
import { TeacherFinder } from './teacher-finder.tsx'
import { teachersTexts } from './teachers-texts.ts'

type Props = {
  api: ApiClient
  title: string
  seeker: 'student' | 'parent'
  onAddChild?: () => void
  /** Further buttons of the own requests: a conversation, a lesson. */
  extras?: (connection: Connection) => ReactNode
}

/** The tab of students and parents: search, favourites and the own requests. */
export function FindTeachers({ api, title, seeker, onAddChild, extras }: Props) {
  const t = useTranslator(teachersTexts)
  const [view, setView] = useState<'search' | 'favourites' | 'requests'>('search')
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
        <ConnectionList
          api={api}
          box="sent"
          {...(extras && { extras })}
          emptyActions={<Button onClick={() => setView('search')}>{t('searchView')}</Button>}
        />
      ) : (
        <TeacherFinder key={view} api={api} view={view} seeker={seeker} {...(onAddChild && { onAddChild })} />
      )}
    </div>
  )
}
