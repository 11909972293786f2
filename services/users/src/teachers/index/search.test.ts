import { distanceKm } from '@darsi/contracts/reference/places/location.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { plainScan, teacherMaker } from '../../../test/teacher-maker.ts'
import { fitting, isReachable, reasonsOf, type TeacherQuery } from '../match.ts'
import { relaxations, without } from '../relaxations.ts'
import type { Teacher } from '../teacher.ts'
import { fromTheTop, searchTeachers } from './search.ts'
import { createTeacherIndex, type TeacherIndex } from './teacher-index.ts'

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

type World = { index: TeacherIndex; teachers: ReadonlyMap<string, Teacher> }

const pageOf = ({ index, teachers }: World, query: TeacherQuery, limit: number): Teacher[] =>
  searchTeachers(index, query, { limit, after: fromTheTop }).ids.flatMap((id) => teachers.get(id) ?? [])

const idsOf = (index: TeacherIndex, query: TeacherQuery, limit: number): string[] => {
  const found: string[] = []
  for (let after = fromTheTop; ; ) {
    const page = searchTeachers(index, query, { limit, after })
    found.push(...page.ids)
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
            const { total, outOfReach } = searchTeachers(index, query, { limit, after: fromTheTop })
            const anywhere = { ...query, filters: { ...query.filters, reach: 'anywhere' as const } }
            expect(total).toBe(wanted.length)
            if (query.filters.reach === undefined)
              expect(outOfReach).toBe(plainScan(teachers.values(), anywhere).length - total)
            expect(idsOf(index, query, limit)).toEqual(wanted.map(({ id }) => id))
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
        for (const { id, rating, reviewCount, answerHours, totalStudents = 0 } of teachers.values())
          expect(index.ratingOf(id)).toEqual({ rating, reviewCount, answerHours, totalStudents })
        for (let round = 0; round < 10; round++) {
          const query = make.query()
          expect(idsOf(index, query, 20)).toEqual(plainScan(teachers.values(), query).map(({ id }) => id))
        }
      }),
      numbers,
    )
  })

  it('returns nobody who misses a filter', () => {
    const world = worldOf(7, 3000)
    for (let round = 0; round < 300; round++) {
      const query = world.make.query()
      for (const teacher of pageOf(world, query, 50))
        expect([query.filters, teacher, fitting(query)(teacher)]).toEqual([query.filters, teacher, true])
    }
  })

  it('excludes teachers out of reach, unless requested: then they come after the others, and full ones last', () => {
    const kasserine = { governorateId: 16, delegationId: null }
    const world = worldOf(13, 3000)
    const seeker = { ...world.make.seeker(), ...kasserine }
    const query: TeacherQuery = { filters: { subject: 'mathematics' }, seeker, today }
    const first = pageOf(world, query, 20)
    expect(first).toHaveLength(20)
    for (const teacher of first)
      expect(teacher.sessionTypes.includes('online') || (distanceKm(kasserine, teacher) ?? 999) <= 50).toBe(
        true,
      )
    const everywhere = { ...query, filters: { ...query.filters, reach: 'anywhere' as const } }
    const all = plainScan(world.teachers.values(), everywhere)
    const classes = all.map((teacher) => (teacher.full ? 2 : isReachable(teacher, everywhere) ? 0 : 1))
    expect(classes).toEqual([...classes].sort((a, b) => a - b))
    expect(new Set(classes).size).toBe(3)
  })

  it('goes as far as the learner wishes, else as far as the teacher says', () => {
    const { make, teachers } = worldOf(14, 1)
    const [model] = teachers.values()
    if (!model) throw new Error('no teacher')
    const seeker = { ...make.seeker(), governorateId: 1, delegationId: null }
    // about 60 km from Tunis
    const zaghouan = { ...model, governorateId: 5, delegationId: null, sessionTypes: ['faceToFace'] as const }
    const reaches = (teacher: Teacher, filters: TeacherQuery['filters'] = {}) =>
      fitting({ filters, seeker, today })(teacher)
    const [near, far] = [20, 400].map((radiusKm) => ({ ...zaghouan, radiusKm }))
    if (!near || !far) throw new Error('no teacher')
    expect([reaches(near), reaches(far)]).toEqual([false, true])
    expect([reaches(near, { radius: 200 }), reaches(far, { radius: 10 })]).toEqual([true, false])
    expect([reaches(near, { reach: 'anywhere' }), reaches(near, { governorate: 5 })]).toEqual([true, true])
    const online = { ...near, sessionTypes: ['online', 'faceToFace'] as const }
    expect([reaches(online), reaches(online, { sessionType: 'faceToFace' })]).toEqual([true, false])
    expect([reaches(online, { radius: 10 }), reaches(online, { radius: 10, reach: 'or-online' })]).toEqual([
      false,
      true,
    ])
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

  it('says how many would fit without each filter, most helpful first', async () => {
    const { make, teachers, index } = worldOf(9, 2000)
    const query: TeacherQuery = {
      ...make.query(),
      filters: { subject: 'arabic', governorate: 21, delegation: 2, maxRate: 10, hour: 13 },
    }
    expect(searchTeachers(index, query, { limit: 5, after: fromTheTop }).total).toBe(0)
    const wider = { ...query, filters: { ...query.filters, hour: 9, maxRate: 11 } }
    const relaxed = await relaxations(index, wider)
    for (const { filter, total } of relaxed) {
      // `as`: the names came from the filters
      const withoutFilter = { ...wider, filters: without(wider.filters, filter as 'hour') }
      expect(total).toBe(plainScan(teachers.values(), withoutFilter).length)
    }
    const totals = relaxed.map(({ total }) => total)
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
    const world = worldOf(11, 3000)
    const query = { ...world.make.query(), filters: {} }
    const kinds = pageOf(world, query, 20).map((teacher) =>
      reasonsOf(teacher, query).some(({ kind }) => kind === 'new'),
    )
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
      return searchTeachers(index, query, { limit: 1, after: fromTheTop }).ids[0]
    })
    expect(new Set(first).size).toBeGreaterThan(3)
  })
})
