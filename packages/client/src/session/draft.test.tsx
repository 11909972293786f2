import { show } from '@darsi/design/test/render.tsx'
import { afterEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { readDraft, useDraft, wipeDrafts } from './draft.ts'
import { clearSession, writeSession } from './session.ts'

const mariem = { token: 't', user: { id: 'u1', role: 'student' as const, fullName: 'Mariem' } }

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

function Note({ outlives = false }: { outlives?: boolean }) {
  const [text, setText] = useDraft('note/7', '', { outlives })
  return <textarea aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
}

const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note')

describe('a draft', () => {
  it('is restored after the session ended and its author signed in again', async () => {
    writeSession(mariem)
    const { user, unmount } = show(<Note />)
    await user.type(note(), 'half a sentence')
    clearSession()
    unmount()
    writeSession(mariem)
    show(<Note />)
    expect(note().value).toBe('half a sentence')
  })

  it('is not shown to another account', async () => {
    writeSession(mariem)
    const { user, unmount } = show(<Note />)
    await user.type(note(), 'half a sentence')
    clearSession()
    unmount()
    writeSession({ ...mariem, user: { ...mariem.user, id: 'u2' } })
    show(<Note />)
    expect(note().value).toBe('')
  })

  it('is deleted when the form is closed, unless it outlives the form', async () => {
    writeSession(mariem)
    const first = show(<Note />)
    await first.user.type(note(), 'closed')
    first.unmount()
    expect(readDraft('u1', 'note/7', '')).toBeNull()
    const second = show(<Note outlives />)
    await second.user.type(note(), 'kept')
    second.unmount()
    // the tab is closed
    sessionStorage.clear()
    show(<Note outlives />)
    expect(note().value).toBe('kept')
    wipeDrafts()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('darsi-draft'))).toEqual([])
  })

  it('is deleted at logout', async () => {
    writeSession(mariem)
    const { user } = show(<Note />)
    await user.type(note(), 'half a sentence')
    wipeDrafts()
    expect(sessionStorage.length).toBe(0)
  })

  it('is ignored if it has another shape', () => {
    sessionStorage.setItem('darsi-draft/u1/child/', '{"firstName":7,"subjects":[1]}')
    expect(readDraft('u1', 'child/', { firstName: '', subjects: ['arabic'] })).toEqual({
      firstName: '',
      subjects: ['arabic'],
    })
  })
})
