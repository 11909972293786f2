import { writeSession } from '@darsi/client/session/session.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fetchAhead, takeAhead } from './ahead.ts'

const hash = `sha384-${'A'.repeat(64)}`
const file = (name: string) => ({ href: `/remotes/student/${name}`, integrity: hash })
const release = {
  entry: '/remotes/student/entry.js',
  integrity: hash,
  parts: [file('part.js')],
  texts: { en: [file('en.json')], fr: [file('fr.json')], ar: [file('ar.json')] },
}
const asked: string[] = []
const before = globalThis.fetch

beforeEach(() => {
  asked.length = 0
  globalThis.fetch = async (input) => {
    asked.push(String(input))
    return Response.json({ remotes: { student: release } })
  }
  writeSession({ token: 'e30.e30.e30', user: { id: '1', role: 'student', fullName: 'Amal' } })
})
afterEach(() => {
  globalThis.fetch = before
  localStorage.clear()
  takeAhead()
})

const openAt = (path: string) => {
  history.replaceState(null, '', path)
  fetchAhead()
}

const pause = () => new Promise((resolve) => setTimeout(resolve))

describe('before the application runs', () => {
  it('config.json is requested, then the entry, its parts and the texts of one language', async () => {
    openAt('/student/dashboard')
    expect(asked).toEqual(['/config.json'])
    await takeAhead()?.config
    await pause()
    expect(asked).toEqual([
      '/config.json',
      '/remotes/student/entry.js',
      '/remotes/student/part.js',
      '/remotes/student/en.json',
    ])
  })

  it('the answer is for the first try only', () => {
    openAt('/student/dashboard')
    expect(takeAhead()?.role).toBe('student')
    expect(takeAhead()).toBeUndefined()
  })

  it('the classroom is a part of the own dashboard', () => {
    openAt('/classroom/lesson-1')
    expect(takeAhead()?.role).toBe('student')
  })

  it.each(['/admin/dashboard', '/dashboard', '/superadmin'])('nothing is requested at %s', (path) => {
    openAt(path)
    expect(asked).toEqual([])
  })

  it('nothing is requested without a session', () => {
    localStorage.clear()
    openAt('/student/dashboard')
    expect(asked).toEqual([])
  })
})
