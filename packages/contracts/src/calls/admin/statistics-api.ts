import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { endpoints, ok } from '../endpoint.ts'
import { healthSchema, healthStates } from '../health.ts'

const superAdmins = ['super-admin'] as const
const count = z.number().int().min(0)

export const statisticsApi = endpoints({
  'GET /admin/stats': {
    summary: 'The counters of the admin dashboard.',
    access: admins,
    audited: 'nothing-personal',
    live: ['connection', 'lesson', 'alert', 'user', 'ticket'],
    answer: ok(
      z.object({
        totalUsers: count,
        usersByRole: z.object({
          student: z.object({ total: count }),
          teacher: z.object({ total: count }),
          parent: z.object({ total: count }),
        }),
        activeSessions: count,
        governoratesCovered: count,
        pendingApprovals: count,
        pendingConnections: count,
        /** Changes of a minor's age or guardians that wait for an administrator. */
        pendingCareChanges: count,
        /** Teachers with documents that wait for a decision. */
        pendingProofs: count,
        pendingUpgrades: count,
        /** Approved teachers whose changed public texts wait for a decision. */
        pendingCards: count,
        duplicateAlerts: count,
        totalStudents: count,
        totalTeachers: count,
        totalParents: count,
        verifiedUsers: count,
        openTickets: count,
        /** Tickets whose answer time is over. */
        overdueTickets: count,
        openAlerts: count,
        /** Alerts whose answer or investigation is late. */
        overdueAlerts: count,
        /** Requests for lessons without a decision for 48 hours. */
        overdueConnections: count,
      }),
    ),
    problems: [],
  },
  'GET /superadmin/stats': {
    summary: 'The statistics of the super-admin dashboard.',
    access: superAdmins,
    audited: 'nothing-personal',
    live: [],
    answer: ok(
      z.object({
        totalUsers: count,
        totalStudents: count,
        totalTeachers: count,
        totalParents: count,
        totalAdmins: count,
        verifiedUsers: count,
        pendingVerifications: count,
        activeSessions: count,
        totalConnections: count,
        systemHealth: z.enum(healthStates),
      }),
    ),
    problems: [],
  },
  'GET /superadmin/health': {
    summary: 'How each service is, by what its processes report every ten seconds; silence is a fault.',
    access: superAdmins,
    audited: 'nothing-personal',
    live: [],
    answer: ok(healthSchema),
    problems: [],
  },
  'GET /statistics/basic': {
    summary: 'Counts of the platform, once a day and rounded down to five; 0 below 50 users.',
    access: 'public',
    answer: ok(z.object({ totalTeachers: count, totalStudents: count, totalUsers: count })),
    problems: [],
  },
  'GET /statistics/platform': {
    summary:
      'Approved teachers, verified students and all users, for public pages, once a day and rounded down to five; null below 50 users.',
    access: 'public',
    answer: ok(
      z.object({
        totalTeachers: count.nullable(),
        totalStudents: count.nullable(),
        totalUsers: count.nullable(),
        governoratesCovered: count,
      }),
    ),
    problems: [],
  },
  'GET /statistics/location': {
    summary:
      'Approved teachers and students per governorate, once a day and rounded down to five; cells under 5, and all below 50 users, are null.',
    access: 'public',
    answer: ok(
      z.array(
        z.object({
          governorateId: z.number().int(),
          governorate: z.string(),
          teachers: count.nullable(),
          students: count.nullable(),
        }),
      ),
    ),
    problems: [],
  },
})
