import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { tables } from '../../calls/tables.ts'
import { text } from '../schemas.ts'
import { freeTextsOf, readBy, recordOf, textsAt } from './free-text.ts'

const bodies = Object.values(tables).flatMap((table) =>
  Object.entries(table).map(([key, endpoint]) => [key, freeTextsOf(endpoint.body)] as const),
)
const of = (key: string) =>
  Object.fromEntries(
    bodies.find(([each]) => each === key)?.[1].map(({ path, by }) => [path.join('.'), by]) ?? [],
  )

describe('every text of every call', () => {
  it('says who reads it: a new one without a mark fails here', () => {
    const unmarked = bodies.flatMap(([key, texts]) =>
      texts.flatMap(({ path, by }) => (by === null ? [`${key} ${path.join('.')}`] : [])),
    )
    expect(unmarked).toEqual([])
  })

  it('is found in records whose fields the role decides', () => {
    expect(of('PATCH /me/profile')).toMatchObject({
      phone: 'contact',
      'location.local_area': 'everyone',
      'roleData.bio': 'everyone',
      'roleData.otherSubjects': 'everyone',
      'roleData.teachingSubjects.*': 'everyone',
      'roleData.currentGrade': 'everyone',
    })
    expect(of('POST /auth/register')).toMatchObject({
      fullName: 'everyone',
      password: 'nobody',
      'roleSpecificData.childName': 'everyone',
      'roleSpecificData.adminReason': 'staff',
    })
  })

  it('of a lesson reaches its parties, of a review everyone', () => {
    expect(of('POST /sessions')).toMatchObject({ place: 'connection', meetingLink: 'link' })
    expect(of('POST /sessions/:id/report')).toEqual({
      topics: 'connection',
      homework: 'connection',
      note: 'connection',
    })
    expect(of('POST /sessions/:id/review')).toEqual({ comment: 'everyone' })
    expect(of('POST /connections')).toMatchObject({ message: 'held', teacherId: 'nobody' })
  })
})

describe('free texts of a schema', () => {
  it('are all strings that no list, format or mark limits, in lists and choices too', () => {
    const schema = z.strictObject({
      word: z.string(),
      list: z.array(z.strictObject({ line: z.string().max(5).optional() })),
      either: z.union([z.number(), z.string()]),
      open: z.record(z.string(), z.unknown()),
      known: recordOf([z.strictObject({ bio: text(10, 'everyone') })]).optional(),
      marked: readBy(z.string(), 'staff').default(''),
      chosen: z.enum(['a', 'b']),
      day: z.iso.date(),
    })
    expect(freeTextsOf(schema).map(({ path, by }) => `${path.join('.')} ${by}`)).toEqual([
      'word null',
      'list.*.line null',
      'either null',
      'open null',
      'known.bio everyone',
      'marked staff',
    ])
    expect(freeTextsOf(undefined)).toEqual([])
  })

  it('are found in lists, each with its path', () => {
    expect(textsAt({ list: [{ line: 'a' }, {}, { line: 'b' }] }, ['list', '*', 'line'])).toEqual([
      { path: 'list.0.line', text: 'a' },
      { path: 'list.2.line', text: 'b' },
    ])
    expect(textsAt({ list: 'a' }, ['list', '*', 'line'])).toEqual([])
  })
})
