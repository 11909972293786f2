import * as z from 'zod'
import { id } from '../rules/schemas.ts'
import { defineEvents } from './event-definition.ts'
import { person } from './event-parts.ts'
import { homeworkUpdate } from './live-update.ts'

/** A homework as it is after the event; its words and files stay in the database. */
const homework = z.object({
  homeworkId: id,
  connectionId: id,
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
  subject: z.string(),
  dueAt: z.string(),
  /** Who did it; absent for the clock. */
  by: id.optional(),
  at: z.string(),
})

const homeworkPeople = z.object({
  teacher: person.optional(),
  student: person.partial({ email: true }),
  guardians: z.array(person.extend({ userId: id })),
})

const common = {
  topic: 'homework-events',
  producer: 'users',
  data: homework,
  live: homeworkUpdate,
} as const

export const homeworkEvents = defineEvents({
  'homework.set': {
    ...common,
    summary: 'A teacher gave homework with a due date.',
    personal: homeworkPeople,
  },
  'homework.due': {
    ...common,
    summary: 'Homework that nobody handed in is due within 24 hours.',
    personal: homeworkPeople,
  },
  'homework.handed-in': {
    ...common,
    summary: 'The learner, or a guardian for the learner, handed homework in.',
    personal: homeworkPeople,
  },
  'homework.marked': {
    ...common,
    summary: 'The teacher marked homework.',
    personal: homeworkPeople,
  },
  'homework.withdrawn': {
    ...common,
    summary: 'The teacher took homework back that nobody had handed in.',
  },
})
