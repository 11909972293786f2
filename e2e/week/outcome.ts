import { list, must, one, type Person } from '../support/people.ts'
import type { Household } from './families.ts'

export type Row = {
  id: string
  reason: string
  severity: string
  text: string
  connectionId: string | null
  childId: string | null
}

/** The first page, as an administrator sees it. */
export const firstPage = async (token: string): Promise<Row[]> =>
  // `as`: the declared answer
  list(await must('GET /admin/alerts?limit=20', { token })) as Row[]

/** Alerts of stories that ran before would stand on the first page. */
export async function resolveAll(token: string): Promise<void> {
  for (let open = await firstPage(token); open.length > 0; open = await firstPage(token))
    for (const { id } of open)
      await must(`POST /admin/alerts/${id}/resolve`, { token, body: { note: 'before the week' } })
}

/** Whether an alert is about this household. */
export const isAbout = ({ connectionId, childId, text }: Row, home: Household): boolean =>
  connectionId === home.connectionId || childId === home.childId || text.includes(home.connectionId)

export async function isPaused({ connectionId, guardian }: Household): Promise<boolean> {
  const { status } = one(await must(`GET /connections/${connectionId}`, { token: guardian.token }))
  return status === 'suspended'
}

/** How many messages of a conversation are held back, of all that its people wrote. */
export async function heldIn({ connectionId, ...home }: Household): Promise<number> {
  const people: Person[] = [home.teacher, ...(home.pupil ? [home.pupil] : [])]
  const held = new Set<string>()
  for (const { token } of people) {
    let cursor = ''
    do {
      const page = await must(`GET /threads/${connectionId}/messages?limit=100${cursor}`, { token })
      for (const { id, held: isHeld } of list(page)) if (isHeld === true) held.add(String(id))
      // `as`: the declared answer
      const next = (page as { nextCursor?: string | null }).nextCursor
      cursor = next ? `&cursor=${next}` : ''
    } while (cursor)
  }
  return held.size
}
