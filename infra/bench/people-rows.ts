import { randomUUID } from 'node:crypto'
import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { isDuplicateKey } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import { emptyRow } from '../../services/admin/src/users/user-store.ts'
import { print } from '../local/trials/trial.ts'

const first =
  'Amal Yasmine Karim Salma Nadia Hédi Mohamed Ahmed Sarra Ines Aymen Rania أحمد محمد فاطمة ياسين'.split(' ')
const middle =
  'Ben_Salah Ben_Ali Trabelsi Ouertani Jaziri Gharbi Hammami Mejri Chebbi Dridi Bouazizi بن_علي الطرابلسي'
    .replaceAll('_', ' ')
    .split(/ (?!Salah|Ali|علي)/)
const roles = ['student', 'student', 'student', 'parent', 'parent', 'teacher', 'teacher', 'admin'] as const
const statuses = ['approved', 'approved', 'approved', 'approved', 'pending', 'suspended'] as const

/** A generated row in the form that events produce; the same number gives the same person. */
function personRow(number: number, now: number) {
  const pick = <T>(list: readonly T[], salt: number): T => {
    const found = list[Math.floor(spread(number, salt) * list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const fullName = `${pick(first, 1)} ${pick(middle, 2)}`
  const email = `person.${number.toString(36)}.${Math.floor(spread(number, 3) * 1e6).toString(36)}@example.tn`
  const role = pick(roles, 4)
  const status = pick(statuses, 5)
  const createdAt = new Date(now - Math.floor(spread(number, 6) * 700 * dayMs))
  const place = pick(governorates, 7)
  const isOpen = status === 'approved'
  return {
    ...emptyRow,
    _id: randomUUID(),
    email,
    searchEmail: foldLetters(email),
    fullName,
    searchName: foldLetters(fullName),
    role,
    status,
    language: 'fr',
    createdAt,
    phone: `+216${20_000_000 + (number % 9_000_000)}`,
    location: { governorate: place.name.en, governorate_id: place.id, delegation: '' },
    governorateId: place.id,
    profileAt: createdAt,
    emailVerifiedAt: isOpen ? createdAt : null,
    approvedAt: isOpen ? createdAt : null,
    lastLoginAt: isOpen
      ? new Date(createdAt.getTime() + spread(number, 8) * 20 * dayMs)
      : emptyRow.lastLoginAt,
    src: { auth: 1, users: 1 },
    erasedAt: null,
  }
}

/** A deterministic number from 0 to 1 for these two. */
function spread(number: number, salt: number): number {
  let mixed = Math.imul(number ^ (salt * 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

/** Inserts the missing rows directly into the admin service's collection. */
export async function insertPeople(database: Connection, count: number): Promise<void> {
  const started = performance.now()
  const collection = database.collection<ReturnType<typeof personRow>>('users')
  const now = Date.now()
  const there = await collection.countDocuments({ email: { $gte: 'person.', $lt: 'person/' } })
  for (let number = there; number < count; number += 2000) {
    const size = Math.min(2000, count - number)
    const rows = Array.from({ length: size }, (_, offset) => personRow(number + offset, now))
    try {
      // without a disk sync: these rows need not survive a crash
      await collection.insertMany(rows, { ordered: false, writeConcern: { w: 1, journal: false } })
    } catch (error) {
      // the driver repeated them after the database was busy for too long
      if (!isDuplicateKey(error)) throw error
    }
  }
  const seconds = (performance.now() - started) / 1000
  print(`${count - there} more users inserted, ${count} in all, in ${seconds.toFixed(1)} s`)
}
