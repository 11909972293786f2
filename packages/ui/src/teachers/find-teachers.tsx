import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { RadioGroup } from '../choice.tsx'
import { useTranslator } from '../i18n.tsx'
import { PageHeader } from '../page-header.tsx'
import { TeacherFinder } from './teacher-finder.tsx'
import { teachersTexts } from './teachers-texts.ts'

type Props = {
  api: ApiClient
  title: string
  seeker: 'student' | 'parent'
  onAddChild?: () => void
}

/** The tab of students and parents: search and favourites. */
export function FindTeachers({ api, title, seeker, onAddChild }: Props) {
  const t = useTranslator(teachersTexts)
  const [view, setView] = useState<'search' | 'favourites'>('search')
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
        ]}
      />
      <TeacherFinder key={view} api={api} view={view} seeker={seeker} {...(onAddChild && { onAddChild })} />
    </div>
  )
}
