import { expect, it } from '@jest/globals'
import type { CountGroup } from '../people/people-list.ts'
import { summed, verifiedOf } from './statistics.ts'

const group = (_id: Partial<CountGroup['_id']>, count: number): CountGroup => ({
  _id: { role: 'teacher', status: 'approved', confirmed: true, approved: true, ..._id },
  count,
})

it('public pages count approved teachers and verified students, not pending or suspended ones', () => {
  const groups = [
    group({}, 10),
    group({ status: 'pending', approved: false }, 3),
    group({ status: 'suspended' }, 2),
    group({ status: 'suspended', approved: false }, 1),
    group({ role: 'student', approved: false }, 20),
    group({ role: 'student', approved: false, confirmed: false }, 5),
    group({ role: 'student', approved: false, status: 'suspended' }, 4),
    group({ role: 'parent', approved: false }, 7),
  ]
  expect(verifiedOf(groups)).toEqual({ teachers: 10, students: 20 })
  expect(summed(groups)).toMatchObject({ totalTeachers: 16, totalStudents: 29, totalUsers: 52 })
})
