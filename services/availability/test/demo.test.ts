import { demoGroups, demoPairs } from '@darsi/contracts/reference/demo.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { seedDemoGroups } from '../src/demo/demo-groups.ts'
import { seedDemoLessons } from '../src/demo/demo-lessons.ts'
import { seedDemoGrids } from '../src/grid/demo.ts'
import { connect, publicUrl, publishListed, worldOfFile } from './world.ts'

const { world } = await worldOfFile(() => new Date())

const { collections, outbox, another: partsAt } = world
const history = { collections, outbox, publicUrl, partsAt, weeks: 12 }

const demo = (userId: string, role: 'student' | 'teacher') => ({ ...someone(role), userId })

describe('a demo with a history', () => {
  it('has lessons in all states with reports and a review, and those ahead; a restart adds none', async () => {
    await seedDemoGrids(world.parts.grids, new Date())
    const university = { level: 'university' } as const
    const pair = await connect(
      world,
      university,
      demo('demo-teacher', 'teacher'),
      demo('demo-student', 'student'),
    )
    expect(await seedDemoLessons(history)).toBe(false)
    const lessons = await world.collections.lessons.find({ connectionId: pair.connectionId }).toArray()
    const states = new Set(lessons.map(({ status }) => status))
    expect([...states].toSorted()).toEqual(['cancelled', 'completed', 'no-show', 'upcoming'])
    expect(lessons.filter(({ startsAt }) => startsAt > new Date()).length).toBeGreaterThan(0)
    expect(lessons.every(({ status, startsAt }) => status === 'upcoming' || startsAt < new Date())).toBe(true)
    expect(await world.collections.reports.countDocuments({})).toBeGreaterThan(2)
    expect(await world.collections.reviews.countDocuments({})).toBe(1)
    await seedDemoLessons(history)
    expect(await world.collections.lessons.countDocuments({})).toBe(lessons.length)
  })

  it('has two group hours, one with three learners; a restart adds none', async () => {
    await seedDemoGrids(world.parts.grids, new Date())
    for (const { teacherId, subject, learners } of demoGroups) {
      const teacher = demo(teacherId, 'teacher')
      await publishListed(world, teacher, ['group'])
      for (const learner of learners)
        await connect(world, { level: 'university', subject }, teacher, demo(learner, 'student'))
      await eventually(() => world.parts.parties.isApprovedTeacher(teacherId))
    }
    for (const _ of [1, 2]) {
      expect(await seedDemoGroups(world.parts, world.collections)).toBe(true)
      const groups = await world.collections.groups.find({}, { sort: { teacherId: 1 } }).toArray()
      const taken = groups.map(async ({ _id }) => (await world.parts.lessons.ofGroups([_id])).length)
      expect(await Promise.all(taken)).toEqual([3, 1])
    }
  })

  it('has three or more reviews for at least eight teachers, the same after a reset', async () => {
    await seedDemoGrids(world.parts.grids, new Date())
    for (const { from, to, subject } of demoPairs)
      await connect(world, { level: 'university', subject }, demo(to, 'teacher'), demo(from, 'student'))
    const seeded = async () => {
      const { lessons, reports, reviews } = world.collections
      for (const each of [lessons, reports, reviews]) await each.deleteMany({})
      await seedDemoLessons(history)
      const found = await reviews.find({}).toArray()
      return found.map(({ teacherId, rating, comment }) => `${teacherId} ${rating} ${comment}`).toSorted()
    }
    const first = await seeded()
    const ofTeachers = Map.groupBy(first, (line) => line.split(' ')[0])
    expect([...ofTeachers.values()].filter(({ length }) => length >= 3).length).toBeGreaterThanOrEqual(8)
    expect(await seeded()).toEqual(first)
  })
})
