import { describe, expect, it } from '@jest/globals'
import { type ParentFacts, parentStep } from './parent-step.ts'
import { type StudentFacts, studentStep } from './student-step.ts'
import { type TeacherFacts, teacherStep } from './teacher-step.ts'

const now = Date.parse('2026-11-24T16:52:00Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

// `as`: the machines read only these fields
const account = (more: object = {}) =>
  ({ id: 'me', status: 'approved', emailVerified: true, email: 'a@b.tn', ...more }) as StudentFacts['account']
const lesson = (more: object = {}) =>
  ({
    ...{ id: 'l1', connectionId: 'k1', type: 'online', meetingLink: '', status: 'upcoming', onHold: false },
    ...{ teacher: { id: 't', name: 'Sami' }, student: { id: 's', childId: 'c', name: 'Lina' } },
    ...{ subject: 'mathematics', startsAt: inMinutes(600), endsAt: inMinutes(660), room: null },
    ...{ canAnswer: false, canComplete: false, report: null, reportDueAt: null, ...more },
  }) as StudentFacts['lessons'][number]
const connection = (
  more: Partial<StudentFacts['pending'][number]> = {},
): StudentFacts['pending'][number] => ({
  ...{ id: 'k1', status: 'approved', subject: 'mathematics', message: '', preferredTimes: [], note: '' },
  needs: { teacher: 'waiting', guardian: 'none', admin: 'waiting' },
  teacher: { id: 't', name: 'Sami', photo: null, governorateId: null },
  student: {
    ...{ id: 's', childId: 'c', name: 'Lina', minor: true, educationLevel: '', grade: '', section: '' },
    ...{ governorateId: null, details: null },
  },
  ...{ contact: null, lessons: null, requestedAt: inMinutes(-60), expiresAt: null, decidedAt: null },
  ...{ adminReviewedAt: null, actions: [], threadId: null, version: 1 },
  ...more,
})
const waiting = (more: object) =>
  ({
    teacher: { id: 't', name: 'Sami' },
    position: null,
    offeredUntil: null,
    ...more,
  }) as StudentFacts['waiting'][number]
const homework = (more: object = {}) =>
  ({
    ...{ connectionId: 'k1', teacherName: 'Sami', learnerName: 'Lina', title: 'Page 12' },
    ...{ state: 'open', dueAt: inMinutes(300), may: ['mark'], ...more },
  }) as StudentFacts['homework'][number]
const thread = (more: object = {}) =>
  ({
    ...{ id: 'k1', unread: 1, open: true, learnerName: 'Lina', lastMessage: { by: 't' } },
    members: [
      { id: 'me', name: 'Me', part: 'guardian' },
      { id: 't', name: 'Sami', part: 'teacher' },
    ],
    ...more,
  }) as StudentFacts['threads'][number]

const shared = { account: account(), lessons: [], pending: [], approved: [], threads: [] }
const sent = { ...shared, homework: [], waiting: [], paused: [] }
const student: StudentFacts = {
  ...sent,
  needs: { birthYear: false, guardian: false, minor: false },
  invitation: null,
}
// `as`: one child is enough to know that there is one
const parent: ParentFacts = { ...sent, children: [{}] as ParentFacts['children'], changes: [], reports: [] }
const teacher: TeacherFacts = {
  ...shared,
  weeklyPercentage: 20,
  roleData: { bio: 'I teach.' },
  week: [],
  handedIn: [],
  page: null,
}
const noPage = { enabled: false, slug: '', shownSlug: '', proposal: 'sami', reachable: false }

const invitation = { state: 'waiting', email: 'm@b.tn', sentAt: '', expiresAt: '' } as const
const minor = { birthYear: false, guardian: true, minor: true }
const open = { startsAt: inMinutes(8), endsAt: inMinutes(68) }

describe('the next step of a student', () => {
  it.each<[string, Partial<StudentFacts>, string]>([
    [
      'enters a lesson that begins in 8 minutes, whatever else waits',
      { lessons: [lesson(open)], account: account({ emailVerified: false }) },
      'enter',
    ],
    [
      'verifies the address',
      { account: account({ emailVerified: false }), approved: [connection()] },
      'verify',
    ],
    ['takes a place that is kept', { waiting: [waiting({ offeredUntil: inMinutes(60) })] }, 'takePlace'],
    ['says the year of birth', { needs: { ...minor, birthYear: true } }, 'birthYear'],
    ['names a guardian', { needs: minor }, 'guardian'],
    ['waits for the named guardian', { needs: minor, invitation }, 'guardianWaits'],
    ['does homework that is due within a day', { homework: [homework()], threads: [thread()] }, 'homework'],
    ['answers a message', { threads: [thread()], approved: [connection()] }, 'message'],
    ['books with a teacher without a lesson', { approved: [connection()], pending: [connection()] }, 'book'],
    ['prepares the next lesson', { approved: [connection()], lessons: [lesson()] }, 'next'],
    ['waits for those who must still agree', { pending: [connection()] }, 'waits'],
    ['waits on a list', { waiting: [waiting({ position: 2 })], paused: [connection()] }, 'listed'],
    ['waits for the decision about a paused connection', { paused: [connection()] }, 'paused'],
    [
      'finds a teacher',
      { homework: [homework({ dueAt: inMinutes(3000) })], threads: [thread({ unread: 0 })] },
      'find',
    ],
  ])('%s', (_, facts, kind) => expect(studentStep({ ...student, ...facts }, now)?.kind).toBe(kind))

  it('says nothing about an unknown account', () =>
    expect(studentStep({ ...student, account: null }, now)).toBeNull())
})

describe('the next step of a parent', () => {
  it.each<[string, Partial<ParentFacts>, string]>([
    ['enters the lesson of a child', { lessons: [lesson(open)], children: [] }, 'enter'],
    ['verifies the address', { account: account({ emailVerified: false }), children: [] }, 'verify'],
    ['adds a child', { children: [], pending: [connection()] }, 'child'],
    ['decides about a teacher', { pending: [connection({ actions: ['consent'] })] }, 'consent'],
    [
      'decides about a proposed lesson',
      { lessons: [lesson({ status: 'proposed', canAnswer: true })] },
      'answerLesson',
    ],
    // `as`: the machine reads only these fields
    [
      'decides about a change',
      { changes: [{ childName: 'Lina', actions: ['agree'] }] as ParentFacts['changes'] },
      'change',
    ],
    ['takes a place that is kept', { waiting: [waiting({ offeredUntil: inMinutes(60) })] }, 'takePlace'],
    ['reads a report', { reports: [{ childId: 'c', readAt: null }] as ParentFacts['reports'] }, 'readReport'],
    ['sees to homework that is overdue', { homework: [homework({ dueAt: inMinutes(-60) })] }, 'homework'],
    ['answers a message', { threads: [thread()] }, 'message'],
    [
      'books with a teacher without a lesson',
      { approved: [connection({ id: 'k2' })], lessons: [lesson()] },
      'book',
    ],
    ['prepares the next lesson', { approved: [connection()], lessons: [lesson()] }, 'next'],
    ['waits for those who must still agree', { pending: [connection()] }, 'waits'],
    ['waits on a list', { waiting: [waiting({ position: 1 })], paused: [connection()] }, 'listed'],
    ['waits for the decision about a paused connection', { paused: [connection()] }, 'paused'],
    ['finds a teacher', {}, 'find'],
    ['finds a teacher where the children are unknown', { children: null }, 'find'],
  ])('%s', (_, facts, kind) => expect(parentStep({ ...parent, ...facts }, now)?.kind).toBe(kind))
})

describe('the next step of a teacher', () => {
  const request = connection({ actions: ['accept', 'decline'] })
  it.each<[string, Partial<TeacherFacts>, string]>([
    ['enters a lesson that begins in 8 minutes', { lessons: [lesson(open)], pending: [request] }, 'enter'],
    [
      'enters by the link of the lesson',
      { lessons: [lesson({ ...open, meetingLink: 'https://meet.example/x' })] },
      'enter',
    ],
    [
      'of a suspended account is to contact support',
      { account: account({ status: 'suspended', emailVerified: false }) },
      'suspended',
    ],
    ['verifies the address', { account: account({ emailVerified: false }), roleData: {} }, 'verify'],
    ['completes the profile', { roleData: { bio: ' ' }, weeklyPercentage: 0 }, 'profile'],
    ['sets the free hours', { weeklyPercentage: 0, account: account({ status: 'pending' }) }, 'hours'],
    ['waits for the approval', { account: account({ status: 'pending' }) }, 'approval'],
    ['decides a request', { pending: [request], week: [lesson({ canComplete: true })] }, 'request'],
    ['records a lesson', { week: [lesson({ canComplete: true })], handedIn: [homework()] }, 'record'],
    [
      'writes a report',
      { week: [lesson({ reportDueAt: inMinutes(-60) })], threads: [thread()] },
      'writeReport',
    ],
    ['marks homework', { handedIn: [homework()], threads: [thread()] }, 'mark'],
    ['answers a message', { threads: [thread()], approved: [connection()] }, 'message'],
    ['books with a student without a lesson', { approved: [connection()] }, 'book'],
    ['decides whether visitors see the profile', { page: noPage }, 'visitors'],
    ['prepares the next lesson', { approved: [connection()], lessons: [lesson()] }, 'next'],
  ])('%s', (_, facts, kind) => expect(teacherStep({ ...teacher, ...facts }, now)?.kind).toBe(kind))

  it('is nothing while others decide', () => {
    expect(teacherStep({ ...teacher, pending: [connection()] }, now)).toBeNull()
    expect(teacherStep({ ...teacher, page: { ...noPage, slug: 'sami' } }, now)).toBeNull()
    expect(teacherStep({ ...teacher, roleData: null, weeklyPercentage: null }, now)).toBeNull()
  })
})

describe('a lesson is entered', () => {
  const kindAt = (more: object) => studentStep({ ...student, lessons: [lesson(more)] }, now)?.kind
  it.each([
    ['from ten minutes before its beginning', { startsAt: inMinutes(10), endsAt: inMinutes(70) }, 'enter'],
    ['not before', { startsAt: inMinutes(11), endsAt: inMinutes(71) }, 'next'],
    ['not while it is on hold', { ...open, onHold: true }, 'next'],
    ['not after its room ended', { ...open, room: { state: 'ended', cause: 'party' } }, 'next'],
    ['nowhere if it is face to face', { ...open, type: 'faceToFace' }, 'next'],
  ])('%s', (_, more, kind) => expect(kindAt(more)).toBe(kind))
})

describe('a step names', () => {
  it('who, what and when, and leads to that very thing', () => {
    expect(parentStep({ ...parent, pending: [connection({ actions: ['consent'] })] }, now)).toEqual({
      kind: 'consent',
      named: { name: 'Sami', learner: 'Lina' },
      to: { tab: 'find-teachers', place: { connection: 'k1' } },
    })
    expect(studentStep({ ...student, pending: [connection()] }, now)?.named.needs).toEqual([
      'needsTeacher',
      'needsAdmin',
    ])
    expect(studentStep({ ...student, threads: [thread()] }, now)?.named.name).toBe('Sami')
    const linked = lesson({ ...open, meetingLink: 'https://meet.example/x' })
    expect(teacherStep({ ...teacher, lessons: [linked] }, now)).toMatchObject({
      href: 'https://meet.example/x',
    })
  })
})
