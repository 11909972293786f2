import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { type ReportAbout, SafetyReport } from '../../alerts/public.ts'
import type { Lesson, LessonMove, Viewer } from '../lesson.ts'

// loaded on the first click, to keep the dashboard's first load small
const LessonDialog = retryableLazy(async () => ({
  default: (await import('./move-dialogs.tsx')).LessonDialog,
}))

/** What the buttons of a lesson's card do, and the dialogs that they open. */
export function useLessonActions(api: ApiClient, viewer: Viewer) {
  const [asked, setAsked] = useState<{ lesson: Lesson; move: LessonMove } | null>(null)
  const [concern, setConcern] = useState<Lesson | null>(null)
  const dialogs: ReactNode = (
    <>
      {asked !== null && (
        <Suspense>
          <LessonDialog
            key={`${asked.lesson.id} ${asked.move}`}
            api={api}
            lesson={asked.lesson}
            viewer={viewer}
            move={asked.move}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {concern !== null && (
        <Suspense>
          <SafetyReport api={api} about={aboutOf(concern, viewer)} onClose={() => setConcern(null)} />
        </Suspense>
      )}
    </>
  )
  return {
    onMove: (lesson: Lesson, move: LessonMove) => setAsked({ lesson, move }),
    onConcern: setConcern,
    dialogs,
  }
}

/** A safety report about a lesson contains the lesson, the other side and the child. */
function aboutOf({ id, teacher, student }: Lesson, viewer: Viewer): ReportAbout {
  const other = viewer === 'teacher' ? student.childId === null && student.id : teacher.id
  return {
    sessionId: id,
    ...(other && { aboutUserId: other }),
    ...(student.childId !== null && { childId: student.childId }),
  }
}
