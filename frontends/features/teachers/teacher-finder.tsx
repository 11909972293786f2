import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { anyText, anyTextFor, usePlace } from '@darsi/client/place/use-place.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { slotCode } from '@darsi/contracts/reference/hours.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { HeartIcon, SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { FavouriteButton } from './favourite-button.tsx'
import { filterNames, noFilters, type TeacherCard as Teacher } from './filters.ts'
import { type Failed, type LearnerWish, useLearnerWishes } from './learner-wishes.ts'
import { BackButton } from './profile/back-button.tsx'
import { TeacherCard } from './profile/teacher-card.tsx'
import { AskedState, useOpenRequests, useWaitingRequests } from './request/open-requests.tsx'
import { WaitsFor } from './request/waits-for.tsx'
import { TeacherSearch, useTeacherSearch } from './search/teacher-search.tsx'
import './teachers.css'

// loaded on the first click, to keep the tab small
const RequestDialog = retryableLazy(async () => ({
  default: (await import('./request/request-dialog.tsx')).RequestDialog,
}))
const TeacherDetail = retryableLazy(async () => ({
  default: (await import('./profile/teacher-detail.tsx')).TeacherDetail,
}))

const learnerParameter = { learner: anyText() }

type Props = {
  api: ApiClient
  view: 'search' | 'favourites'
  /** Students compare with their own week; parents have none. */
  seeker: 'student' | 'parent'
  /** Opens the page where a parent adds a child. */
  onAddChild?: () => void
  /** Opens the own requests. */
  onRequests: () => void
}

/** Finds teachers, first by the subject and level of the learner. */
export function TeacherFinder(props: Props) {
  const { wishes, failed } = useLearnerWishes(props.api, props.seeker)
  if (wishes === null) return <Skeleton shape="card" />
  return <Finder {...props} wishes={wishes} failed={failed} />
}

/** The list, one teacher and the request, for students and parents. Going back restores the list. */
function Finder({
  api,
  view,
  seeker,
  onAddChild,
  onRequests,
  wishes,
  failed,
}: Props & { wishes: readonly LearnerWish[]; failed: Failed | null }) {
  const t = useTranslator(texts.teachers)
  const [{ learner: learnerId }, learnerPlace] = usePlace(learnerParameter)
  const learner = wishes.find(({ id }) => id === learnerId) ?? wishes[0]
  const first = learner?.filters ?? noFilters
  const parameters = useMemo(() => ({ ...anyTextFor(first), teacher: anyText() }), [first])
  const [{ teacher: shownId, ...filters }, { set, open, close, hrefOf }] = usePlace(parameters)
  const [asked, setAsked] = useState<Teacher | null>(null)
  const search = useTeacherSearch(api, filters)
  const favourites = useCall(api, 'GET /favorites')
  const mine = useOwnWeek(api, seeker)
  const childId = seeker === 'parent' ? (learner?.id ?? null) : null
  const { waitingWith } = useWaitingRequests(api)
  const { requestsTo } = useOpenRequests(api)
  const opened = useCall(api, 'GET /teachers/:id', { params: { id: shownId }, enabled: shownId !== '' })
  const listed = view === 'search' ? search.rows : (favourites.data?.data ?? [])
  const known = [...listed, ...(opened.data ? [opened.data.data] : [])]
  const shown = known.find(({ id }) => id === shownId) ?? null
  const root = useFocusBack(shown)
  const back = () => close('teacher')

  // the filters of the previous learner are dropped
  const choose = (id: string) => learnerPlace.set({ learner: id }, filterNames)
  const setFavourite = (id: string, favourite: boolean) => {
    const mark = (each: Teacher) => (each.id === id ? { ...each, favourite } : each)
    search.change((rows) => rows.map(mark))
    if (opened.data) opened.set({ ...opened.data, data: { ...opened.data.data, ...mark(opened.data.data) } })
  }
  const favouriteButton = (teacher: Teacher) => (
    <FavouriteButton api={api} teacher={teacher} onChange={(chosen) => setFavourite(teacher.id, chosen)} />
  )
  const request = (teacher: Teacher) => {
    const waiting = waitingWith(teacher.id, childId)
    if (waiting)
      return (
        <OwnPlace name={teacher.name} onRequests={onRequests}>
          <WaitsFor request={waiting} />
        </OwnPlace>
      )
    const sent = requestsTo(teacher.id, childId)
    const ask = <AskButton teacher={teacher} isFurther={sent.length > 0} onAsk={() => setAsked(teacher)} />
    if (sent.length === 0) return ask
    const isWhole = teacher.subjects.every((subject) => sent.some((each) => each.subject === subject))
    return (
      <>
        <OwnPlace name={teacher.name} onRequests={onRequests}>
          <AskedState requests={sent} />
        </OwnPlace>
        {!isWhole && ask}
      </>
    )
  }
  const card = (teacher: Teacher) => (
    <FoundTeacher
      key={teacher.id}
      teacher={teacher}
      favouriteButton={favouriteButton(teacher)}
      href={hrefOf({ teacher: teacher.id })}
      onDetails={() => open({ teacher: teacher.id })}
    >
      {request(teacher)}
    </FoundTeacher>
  )
  return (
    <div ref={root}>
      {shown !== null && (
        <Suspense fallback={<Skeleton shape="card" />}>
          <TeacherDetail
            key={shown.id}
            api={api}
            teacher={shown}
            mine={mine}
            aside={favouriteButton(shown)}
            actions={request(shown)}
            onBack={back}
          />
        </Suspense>
      )}
      {shownId !== '' && shown === null && (
        <NotListed onBack={back}>
          <LoadedPanel of={opened}>{() => null}</LoadedPanel>
        </NotListed>
      )}
      <div hidden={shownId !== ''}>
        {view === 'search' ? (
          <div className="ds-stack">
            {failed !== null && <FailureBanner {...failed} />}
            {wishes.length > 1 && (
              <RadioGroup
                legend={t('forWhom')}
                variant="segments"
                value={learner?.id ?? ''}
                onChange={choose}
                options={wishes.map(({ id, firstName }) => ({ value: id, label: firstName }))}
              />
            )}
            <TeacherSearch search={search} filters={filters} onFilters={set} card={card} />
          </div>
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
        <Suspense>
          <RequestDialog
            api={api}
            teacher={asked}
            subject={filters.subject}
            learners={seeker === 'parent' ? wishes : null}
            failed={failed}
            learnerId={learner?.id ?? ''}
            onAddChild={onAddChild}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A teacher in the address who is not in the list: shown while loading, and if there is none. */
function NotListed({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  return (
    <div className="ds-stack">
      <BackButton onBack={onBack} />
      {children}
    </div>
  )
}

type FoundProps = {
  teacher: Teacher
  favouriteButton: ReactNode
  /** The address of the teacher's details. */
  href: string
  onDetails: () => void
  children: ReactNode
}

function FoundTeacher({ teacher, favouriteButton, href, onDetails, children }: FoundProps) {
  const t = useTranslator(texts.teachers)
  return (
    <TeacherCard
      teacher={teacher}
      aside={favouriteButton}
      actions={
        <>
          <LinkButton
            variant="secondary"
            size="sm"
            href={href}
            data-teacher={teacher.id}
            aria-label={t('detailsOf', { name: teacher.name })}
            onClick={plainClick(onDetails)}
          >
            {t('details')}
          </LinkButton>
          {children}
        </>
      }
    />
  )
}

type AskProps = {
  teacher: Teacher
  /** Another subject was asked for already. */
  isFurther: boolean
  onAsk: () => void
}

function AskButton({ teacher, isFurther, onAsk }: AskProps) {
  const t = useTranslator(texts.teachers)
  const text = teacher.full ? 'joinList' : isFurther ? 'askAnother' : 'ask'
  return (
    <Button
      icon={SendIcon}
      size="sm"
      variant={text === 'ask' ? 'primary' : 'secondary'}
      aria-label={t(`${text}Of`, { name: teacher.name })}
      onClick={onAsk}
    >
      {t(text)}
    </Button>
  )
}

type OwnProps = { name: string; onRequests: () => void; children: ReactNode }

/** Instead of the button: what the own request waits for. */
function OwnPlace({ name, onRequests, children }: OwnProps) {
  const t = useTranslator(texts.teachers)
  return (
    <>
      {children}
      <Button size="sm" variant="secondary" onClick={onRequests}>
        {t('requestsView')}
        <span className="ds-hidden"> {name}</span>
      </Button>
    </>
  )
}

/** The hours of the caller's own week; null for parents and while loading. */
function useOwnWeek(api: ApiClient, seeker: Props['seeker']): ReadonlySet<number> | null {
  const week = useCall(api, 'GET /availability/teacher', { enabled: seeker === 'student' })
  if (week.data === null) return null
  return new Set(week.data.data.filter(({ isAvailable }) => isAvailable).map(slotCode))
}

/** Back in the list, the focus returns to the link of the opened card. */
function useFocusBack(shown: Teacher | null) {
  const root = useRef<HTMLDivElement>(null)
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (shown !== null) {
      last.current = shown.id
    } else if (last.current !== null) {
      const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-teacher]') ?? [])]
      links.find(({ dataset }) => dataset['teacher'] === last.current)?.focus()
      last.current = null
    }
  }, [shown])
  return root
}
