import type { Role } from '@darsi/contracts/reference/roles.ts'
import { changeRows, type Migration } from '@darsi/kit/mongo/migrate.ts'
import { type Child, parentData, registeredChild, registeredInfo } from './children/child.ts'
import type { ChildStore } from './children/child-store.ts'
import { statusBeforePause } from './connections/connection.ts'
import type { ConnectionDocument } from './connections/connection-document.ts'
import type { ConnectionStore } from './connections/connection-store.ts'
import {
  type RefreshLearnersParts,
  refreshLearnersMigration,
} from './connections/refresh-learners-migration.ts'
import type { GuardianHistoryStore } from './guardians/guardian-history-store.ts'
import { employmentOf } from './profiles/profile.ts'
import type { ProfileStore } from './profiles/profile-store.ts'
import { followPlaces, type PlaceParts } from './requests/offer-places.ts'
import type { TeacherStore } from './teachers/teacher-store.ts'

type Parts = RefreshLearnersParts &
  PlaceParts & { guardianHistory: GuardianHistoryStore; connections: ConnectionStore; teachers: TeacherStore }

export function createMigrations(parts: Parts): readonly Migration[] {
  const { profiles, children, guardianHistory } = parts
  return [
    {
      id: '2026-11-21-parents-keep-no-child',
      run: eachProfile(profiles, 'parent', (id) => moveChildData(id, parts)),
    },
    {
      id: '2026-11-21-tell-employment',
      run: eachProfile(profiles, 'teacher', (id) => publishEmployment(id, profiles)),
    },
    refreshLearnersMigration(parts),
    {
      // so that guardians of older releases are not announced as new
      id: '2026-11-22-guardians-are-known',
      run: eachChild(children, guardianHistory.recordExisting),
    },
    {
      id: '2026-11-22-guarded-accounts-are-known',
      run: eachChild(children, (child) => guardianHistory.announceAccount(child, new Date())),
    },
    {
      // the search of older releases did not know the radius and the free places of a teacher
      id: '2026-11-22-teachers-reach-and-places',
      run: eachProfile(profiles, 'teacher', async (id) => {
        await profiles.update(id, (current) => current)
        await followPlaces(parts, id)
        return true
      }),
    },
    ...(['student', 'parent', 'teacher', 'admin'] as const).map((role) => ({
      // auth of older releases did not know the telephone numbers
      id: `2026-11-22-tell-phones-${role}`,
      run: eachProfile(profiles, role, async (id) => {
        await profiles.update(id, (current) => current)
        return true
      }),
    })),
    {
      // older releases did not count the learners of a teacher
      id: '2026-11-22-teachers-learners',
      run: (alive) => countLearners(parts, alive),
    },
  ]
}

const countLearners = ({ connections, teachers }: Parts, alive: () => Promise<void>) =>
  changeRows<ConnectionDocument>(connections.documents, { alive }, async (row) => {
    const learnerId = row.childId ?? row.studentId
    const wasApproved = ['approved', 'ended'].includes(statusBeforePause(row))
    if (!learnerId || !wasApproved || row.erasedAt) return false
    await teachers.addLearner(row.teacherId, row._id, learnerId)
    return true
  })

const eachProfile =
  (profiles: ProfileStore, role: Role, change: (id: string) => Promise<boolean>): Migration['run'] =>
  (alive) =>
    changeRows(profiles.documents, { filter: { role }, projection: { _id: 1 }, alive }, ({ _id }) =>
      change(_id),
    )

const eachChild =
  (children: ChildStore, change: (child: Child) => Promise<boolean>): Migration['run'] =>
  (alive) =>
    changeRows(children.documents, { filter: { erasedAt: null }, alive }, change)

/** Publishes the profile once more, because the events of older releases lack the employment. */
async function publishEmployment(id: string, profiles: ProfileStore): Promise<boolean> {
  const profile = await profiles.find(id)
  if (!profile || !employmentOf(profile)) return false
  await profiles.update(id, (current) => current)
  return true
}

/** Older releases stored the child of a registration in the parent's own profile. */
async function moveChildData(id: string, { profiles, children }: Parts): Promise<boolean> {
  const profile = await profiles.find(id)
  if (!profile || Object.keys(profile.roleData).every((field) => field === 'tutoringSubjects')) return false
  const registered = registeredChild(id, profile.roleData, profile.createdAt)
  const info = registeredInfo(profile.roleData)
  // an erased child gets no text
  if (registered && info !== '') await children.setRegisteredInfo(registered._id, info)
  await profiles.update(id, (current) => ({ ...current, roleData: parentData(current.roleData, registered) }))
  return true
}
