import { readSession } from '@darsi/client/session/session.ts'
import { keepWish, readWish } from '@darsi/client/session/wish.ts'
import { useEffect, useState } from 'react'

/**
 * Keeps the teacher of `?teacher=` until the first login. A person who is logged in already goes on to the dashboard,
 * which opens the request. @returns whether a teacher was chosen
 */
export function useWish(go: (path: string) => void): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const teacher = asked.get('teacher') ?? ''
    const part = (name: string) => asked.get(name) ?? ''
    const search = { subject: part('subject'), day: part('day'), hour: part('hour') }
    if (teacher !== '') keepWish({ teacher, ...search, isClosed: false })
    if (teacher !== '' && readSession() !== null) go('/dashboard')
    setKept(readWish() !== null)
  }, [go])
  return isKept
}
