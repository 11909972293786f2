import { describe, expect, it } from '@jest/globals'
import { handedIn, marked, mayDo, newHomework, reminded, withdrawn } from './homework.ts'

const now = new Date('2026-11-22T08:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const given = (hours: number) =>
  newHomework({ threadId: 't', teacherId: 'x', sealed: 's', files: [], dueAt: later(hours) }, now)
const work = { sealed: 'w', files: ['f'], by: 'y', at: later(1) }
const mark = { value: 15.5, sealed: 'c', at: later(2) }

describe('homework', () => {
  it('is due in the future, within a year', () => {
    expect(() => given(0)).toThrow('due-date-invalid')
    expect(() => given(24 * 400)).toThrow('due-date-invalid')
    expect(given(48)).toMatchObject({ state: 'open', remindedAt: null })
  })

  it('is handed in again until it is marked, also late', () => {
    const first = handedIn(given(48), work)
    const second = handedIn(first, { ...work, sealed: 'again', at: later(60) })
    expect(second).toMatchObject({ state: 'handed-in', handIn: { sealed: 'again' } })
    expect(() => handedIn(marked(second, mark), work)).toThrow('homework-changed')
  })

  it('is marked once there is something to mark, and a mark may be corrected', () => {
    expect(() => marked(given(48), mark)).toThrow('homework-changed')
    const first = marked(handedIn(given(48), work), mark, work.at)
    expect(() => marked(handedIn(given(48), work), mark, later(-1))).toThrow('homework-changed')
    expect(marked(first, { ...mark, value: 16 })).toMatchObject({ state: 'marked', mark: { value: 16 } })
  })

  it('is taken back before it is handed in, without its words and files', () => {
    expect(withdrawn({ ...given(48), files: ['f'] }, '-')).toMatchObject({
      state: 'withdrawn',
      sealed: '-',
      files: [],
    })
    expect(() => withdrawn(handedIn(given(48), work), '-')).toThrow('homework-changed')
  })

  it('has one reminder, and none when it is given or handed in too late for one', () => {
    const open = given(48)
    const once = reminded(open, later(25))
    expect(once).toMatchObject({ remindedAt: later(25) })
    expect(once && reminded(once, later(26))).toBeNull()
    expect(reminded(given(20), later(1))).toBeNull()
    expect(reminded(open, later(49))).toBeNull()
    expect(reminded(handedIn(open, work), later(25))).toBeNull()
  })

  it('says what each may do', () => {
    const open = given(48)
    const done = handedIn(open, work)
    expect([mayDo(open, 'teacher'), mayDo(open, 'student'), mayDo(open, 'guardian')]).toEqual([
      ['withdraw'],
      ['hand-in'],
      ['hand-in'],
    ])
    expect([mayDo(done, 'teacher'), mayDo(done, 'student')]).toEqual([['mark'], ['hand-in']])
    expect([mayDo(marked(done, mark), 'teacher'), mayDo(marked(done, mark), 'student')]).toEqual([
      ['mark'],
      [],
    ])
  })
})
