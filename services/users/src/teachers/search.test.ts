import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fitting, reasonsOf, type TeacherQuery } from './match.ts'
import { plainScan } from './plain-scan.ts'
import { fromTheTop, relaxations, searchTeachers, without } from './search.ts'
import type { Teacher } from './teacher.ts'
import { createTeacherIndex, type TeacherIndex } from './teacher-index.ts'
import { teacherMaker } from './testing-teachers.ts'

const today = 20_778
const numbers = { numRuns: 30 }

function worldOf(seed: number, count: number) {
  const make = teacherMaker(seed, today)
  const teachers = new Map<string, Teacher>()
  const index = createTeacherIndex()
  for (let number = 0; number < count; number++) {
    const teacher = make.teacher(number)
    teachers.set(teacher.id, teacher)
    index.put(teacher)
  }
  return { make, teachers, index }
}

const all = (index: TeacherIndex, query: TeacherQuery, limit: number): Teacher[] => {
  const found: Teacher[] = []
  for (let after = fromTheTop; ; ) {
    const page = searchTeachers(index, query, { limit, after })
    found.push(...page.slots.map(index.read))
    if (!page.next) return found
    after = page.next
  }
}

describe('the index', () => {
  it('answers what a plain scan answers, page by page, in the same order and with the same count', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 10, max: 50 }),
        (seed, count, limit) => {
          const { make, teachers, index } = worldOf(seed, count)
          for (let round = 0; round < 10; round++) {
            const query = make.query()
            const wanted = plainScan(teachers.values(), query)
            expect(searchTeachers(index, query, { limit, after: fromTheTop }).total).toBe(wanted.length)
            expect(all(index, query, limit)).toEqual(wanted)
          }
        },
      ),
      numbers,
    )
  })

  it('still does after teachers changed, left and came back', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat({ max: 40 }), { maxLength: 300 }), (seed, changes) => {
        const { make, teachers, index } = worldOf(seed, 40)
        for (const number of changes) {
          const id = `teacher-${number}`
          if (number % 3 === 0 && teachers.delete(id)) {
            index.remove(id)
            continue
          }
          const teacher = make.teacher(number)
          teachers.set(id, teacher)
          index.put(teacher)
        }
        expect(index.size()).toBe(teachers.size)
        for (const teacher of teachers.values()) expect(index.get(teacher.id)).toEqual(teacher)
        for (let round = 0; round < 10; round++) {
          const query = make.query()
          expect(all(index, query, 20)).toEqual(plainScan(teachers.values(), query))
        }
      }),
      numbers,
    )
  })

  it('returns nobody who misses a filter', () => {
    const { make, index } = worldOf(7, 3000)
    for (let round = 0; round < 300; round++) {
      const query = make.query()
      for (const teacher of searchTeachers(index, query, { limit: 50, after: fromTheTop }).slots.map(
        index.read,
      ))
        expect([query.filters, teacher, fitting(query)(teacher)]).toEqual([query.filters, teacher, true])
    }
  })

  it('counts per governorate what it found', () => {
    const { make, teachers, index } = worldOf(8, 2000)
    const query = { ...make.query(), filters: { subject: 'physics' as const } }
    const page = searchTeachers(index, query, { limit: 1, after: fromTheTop })
    const wanted: Record<string, number> = {}
    for (const { governorateId } of plainScan(teachers.values(), query))
      if (governorateId) wanted[governorateId] = (wanted[governorateId] ?? 0) + 1
    expect(page.byGovernorate).toEqual(wanted)
  })

  it('says how many would fit without each filter, most helpful first', () => {
    const { make, teachers, index } = worldOf(9, 2000)
    const query: TeacherQuery = {
      ...make.query(),
      filters: { subject: 'arabic', governorate: 21, delegation: 2, maxRate: 10, hour: 13 },
    }
    expect(searchTeachers(index, query, { limit: 5, after: fromTheTop }).total).toBe(0)
    const wider = { ...query, filters: { ...query.filters, hour: 9, maxRate: 11 } }
    for (const { filter, total } of relaxations(index, wider)) {
      // `as`: the names came from the filters
      const relaxed = { ...wider, filters: without(wider.filters, filter as 'hour') }
      expect(total).toBe(plainScan(teachers.values(), relaxed).length)
    }
    const totals = relaxations(index, wider).map(({ total }) => total)
    expect(totals).toEqual([...totals].sort((a, b) => b - a))
    expect(totals.length).toBeGreaterThan(0)
  })
})

describe('the ranking', () => {
  it('gives no more than 100 points and says what for', () => {
    const { make, teachers } = worldOf(10, 500)
    const query = make.query()
    for (const teacher of teachers.values()) {
      const reasons = reasonsOf(teacher, query)
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(100)
      expect(new Set(reasons.map(({ kind }) => kind)).size).toBe(reasons.length)
    }
  })

  it('gives every fifth place to a new teacher while there is one', () => {
    const { make, index } = worldOf(11, 3000)
    const query = { ...make.query(), filters: {} }
    const page = searchTeachers(index, query, { limit: 20, after: fromTheTop }).slots.map(index.read)
    const kinds = page.map((teacher) => reasonsOf(teacher, query).some(({ kind }) => kind === 'new'))
    for (const place of [5, 10, 15, 20]) expect(kinds[place - 1]).toBe(true)
  })

  it('lets others be first among equals on another day', () => {
    const { make, teachers, index } = worldOf(12, 1)
    const [model] = teachers.values()
    if (!model) throw new Error('no teacher')
    for (let number = 0; number < 50; number++)
      index.put({ ...model, id: `teacher-${number}`, approvedDay: null })
    const seeker = make.seeker()
    const first = [0, 1, 2, 3, 4, 5, 6].map((day) => {
      const query = { filters: {}, seeker, today: today + day }
      return index.idAt(searchTeachers(index, query, { limit: 1, after: fromTheTop }).slots[0] ?? -1)
    })
    expect(new Set(first).size).toBeGreaterThan(3)
  })
})
