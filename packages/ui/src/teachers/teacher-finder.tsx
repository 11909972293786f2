import { useCallback, useEffect, useRef, useState } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { useTranslator } from '../i18n.tsx'
import { HeartIcon, SendIcon } from '../icons.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { type Filters, noFilters, type TeacherCard as Teacher } from './filters.ts'
import { type Child, RequestDialog } from './request-dialog.tsx'
import { TeacherCard } from './teacher-card.tsx'
import { TeacherDetail } from './teacher-detail.tsx'
import { TeacherSearch, useTeacherSearch } from './teacher-search.tsx'
import { teachersTexts } from './teachers-texts.ts'
import './teachers.css'

type Props = {
  api: ApiClient
  view: 'search' | 'favourites'
  /** Students compare with their own week; parents have none. */
  seeker: 'student' | 'parent'
  /** Where a parent adds a child. */
  onAddChild?: () => void
}

/** Finds teachers, shows one, and asks: for students and for parents. Going back finds the list as it was. */
export function TeacherFinder({ api, view, seeker, onAddChild }: Props) {
  const t = useTranslator(teachersTexts)
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [shown, setShown] = useState<Teacher | null>(null)
  const [asked, setAsked] = useState<Teacher | null>(null)
  const search = useTeacherSearch(api, filters)
  const favourites = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /favorites', { signal }), [api]),
  )
  useAnnounced('favourites', favourites.reload)
  const mine = useOwnWeek(api, seeker)
  const learners = useLearners(api, seeker)
  const back = useFocusBack(shown)

  const setFavourite = (id: string, favourite: boolean) => {
    const mark = (each: Teacher) => (each.id === id ? { ...each, favourite } : each)
    search.change((rows) => rows.map(mark))
    setShown((before) => before && mark(before))
  }
  const heart = (teacher: Teacher) => (
    <FavouriteButton
      api={api}
      teacher={teacher}
      onChange={(favourite) => setFavourite(teacher.id, favourite)}
    />
  )
  const askButton = (teacher: Teacher) => (
    <Button
      icon={SendIcon}
      size="sm"
      aria-label={t('askOf', { name: teacher.name })}
      onClick={() => setAsked(teacher)}
    >
      {t('ask')}
    </Button>
  )
  const card = (teacher: Teacher) => (
    <TeacherCard
      key={teacher.id}
      teacher={teacher}
      aside={heart(teacher)}
      actions={
        <>
          <Button
            variant="secondary"
            size="sm"
            data-teacher={teacher.id}
            aria-label={t('detailsOf', { name: teacher.name })}
            onClick={() => setShown(teacher)}
          >
            {t('details')}
          </Button>
          {askButton(teacher)}
        </>
      }
    />
  )
  return (
    <div ref={back}>
      {shown !== null && (
        <TeacherDetail
          key={shown.id}
          api={api}
          teacher={shown}
          mine={mine}
          aside={heart(shown)}
          actions={askButton(shown)}
          onBack={() => setShown(null)}
        />
      )}
      <div hidden={shown !== null}>
        {view === 'search' ? (
          <TeacherSearch search={search} filters={filters} onFilters={setFilters} card={card} />
        ) : (
          <LoadedPanel of={favourites}>
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState picture={<HeartIcon />} title={t('noFavouritesTitle')}>
                  {t('noFavouritesText')}
                </EmptyState>
              ) : (
                <ul className="ds-teachers ds-teachers-wide">{data.map(card)}</ul>
              )
            }
          </LoadedPanel>
        )}
      </div>
      {asked !== null && (
        <RequestDialog
          api={api}
          teacher={asked}
          subject={filters.subject}
          learners={learners}
          onAddChild={onAddChild}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** The hours of the caller's own week; null for parents and while they are not known. */
function useOwnWeek(api: ApiClient, seeker: Props['seeker']): ReadonlySet<number> | null {
  const week = useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        seeker === 'parent' ? null : api.call('GET /availability/teacher', { signal }),
      [api, seeker],
    ),
  )
  if (week.data === null) return null
  return new Set(
    week.data.data.filter(({ isAvailable }) => isAvailable).map(({ day, hour }) => day * 100 + hour),
  )
}

/** A parent's children, none while they are not known; null for a student. */
function useLearners(api: ApiClient, seeker: Props['seeker']): readonly Child[] | null {
  const children = useLoaded(
    useCallback(
      async (signal: AbortSignal) => (seeker === 'student' ? null : api.call('GET /children', { signal })),
      [api, seeker],
    ),
  )
  useAnnounced('children', children.reload)
  return seeker === 'student' ? null : (children.data?.data ?? [])
}

/** Back in the list, the focus is where it was: on the button of the card that was opened. */
function useFocusBack(shown: Teacher | null) {
  const root = useRef<HTMLDivElement>(null)
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (shown !== null) {
      last.current = shown.id
    } else if (last.current !== null) {
      const buttons = [...(root.current?.querySelectorAll<HTMLElement>('[data-teacher]') ?? [])]
      buttons.find(({ dataset }) => dataset['teacher'] === last.current)?.focus()
      last.current = null
    }
  }, [shown])
  return root
}
