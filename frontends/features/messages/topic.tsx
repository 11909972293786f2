import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { useLanguage } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { learnerBeside, type Thread } from './thread.ts'

type Props = { thread: Thread; me: string; children?: ReactNode }

/** What a conversation is about: the child, where one has to be named, and the subject. */
export function Topic({ thread, me, children }: Props) {
  const language = useLanguage()
  const learner = learnerBeside(thread, me)
  return (
    <span className="ds-soft ds-small">
      {learner !== '' && (
        <>
          <bdi>{learner}</bdi>
          {'\u00a0· '}
        </>
      )}
      {subjectName(thread.subject, language)}
      {children}
    </span>
  )
}
