import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { call, sendFile } from '../support/api.ts'
import { letClassroomOpen } from '../support/database.ts'
import { list, must, one, type Person } from '../support/people.ts'
import type { Household } from './families.ts'
import { adultContacts, homework, photoNames, reasons, schoolTalk, thanks } from './words.ts'

/** Chooses by the seed. */
export type Choose = <T>(from: readonly T[]) => T
export type Act = (home: Household, choose: Choose) => Promise<void>

/** A message of an ordinary day. @throws Error when it is held back or refused */
async function writes(
  { connectionId }: Household,
  by: Person,
  text: string,
  files: string[] = [],
): Promise<void> {
  const sent = await message(connectionId, by, text, files)
  if (sent['held'] === true) throw new Error(`held back: ${text} ${files.length} files`)
}

/** An account that writes more than its limit a minute waits, as a person would. */
export const message = async (connectionId: string, { token }: Person, text: string, files: string[] = []) =>
  one(await patiently(`POST /threads/${connectionId}/messages`, { token, body: { text, files } }))

const patiently = (...asked: Parameters<typeof call>) =>
  eventually(async () => {
    const { status, body } = await call(...asked)
    if (status === 429) return null
    if (status >= 300)
      return Promise.reject(new Error(`${asked[0]} answered ${status} ${JSON.stringify(body)}`))
    return body
  }, 90_000)

const learner = ({ pupil, guardian }: Household): Person => pupil ?? guardian
const anybody = (home: Household): Person[] => [home.teacher, home.guardian, learner(home)]

async function photo({ token }: Person, choose: Choose): Promise<string> {
  const at = new Date(Date.now() - choose([1, 3, 8, 26, 90]) * 3_600_000 - choose([0, 11, 47]) * 61_000)
  const name = choose(photoNames)(at)
  const id = await sendFile(token, picture, name)
  await must(`POST /materials/uploads/${id}/finish`, { token })
  return id
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function givesHomework(home: Household, choose: Choose, files: string[] = []): Promise<string> {
  const body = {
    title: choose(['Page 12', 'Série 3', 'تمارين 7']),
    text: choose(homework[home.language]),
    dueAt: inDays(3),
    files,
  }
  const given = await patiently(`POST /threads/${home.connectionId}/homework`, {
    token: home.teacher.token,
    body,
  })
  return String(one(given)['id'])
}

type Slot = { date: string; hour: number }

/** A lesson at a free hour of a later week, booked by the guardian: 30 minutes, as at every age. @returns its id */
export async function books(home: Household, choose: Choose): Promise<string> {
  const { token } = home.guardian
  const path = `GET /availability/teachers/${home.teacherId}?week=${choose([1, 2, 3, 4])}&connectionId=${home.connectionId}`
  // `as`: the declared answer
  const free = (one(await must(path, { token }))['free'] ?? []) as Slot[]
  const { date, hour } = choose(free)
  const body = {
    connectionId: home.connectionId,
    date,
    hour,
    durationMinutes: 30,
    type: 'online',
    parentPresent: true,
  }
  const [lesson] = list(await must('POST /sessions', { token, body }))
  return String(lesson?.['id'])
}

export const cancels = (id: string, { token }: Person, reason: string) =>
  must(`POST /sessions/${id}/cancel`, { token, body: { reason } })

/** What families and teachers do on every day. None of it may be refused, held back, or reach the administrators. */
export const ordinary: Readonly<Record<string, Act>> = {
  'writes about school': (home, choose) =>
    writes(home, choose(anybody(home)), choose(schoolTalk[home.language])),
  thanks: (home, choose) => writes(home, choose(anybody(home)), choose(thanks[home.language])),
  'a guardian gives the own number or address': (home, choose) =>
    writes(home, home.guardian, choose(adultContacts[home.language])),
  'a teacher gives the own number to an adult': (home, choose) =>
    home.pupil
      ? writes(home, home.teacher, choose(thanks[home.language]))
      : writes(home, home.teacher, choose(adultContacts[home.language])),
  'sends a photo': async (home, choose) => {
    const by = choose(anybody(home))
    await writes(home, by, '', [await photo(by, choose)])
  },
  'homework with a photo, handed in by a photo, marked': async (home, choose) => {
    const id = await givesHomework(home, choose, [await photo(home.teacher, choose)])
    const by = learner(home)
    const text = choose(['', choose(schoolTalk[home.language])])
    const body = { text, files: [await photo(by, choose)] }
    await patiently(`POST /homework/${id}/hand-in`, { token: by.token, body })
    const mark = { value: choose([12, 15.5, 17.25]), comment: choose(thanks[home.language]) }
    await must(`PUT /homework/${id}/mark`, { token: home.teacher.token, body: mark })
  },
  'homework taken back': async (home, choose) => {
    const id = await givesHomework(home, choose)
    await must(`DELETE /homework/${id}`, { token: home.teacher.token })
  },
  books: async (home, choose) => {
    await books(home, choose)
  },
  'books and undoes it': async (home, choose) =>
    void (await cancels(
      await books(home, choose),
      home.guardian,
      choose(['-', '?', ...reasons[home.language]]),
    )),
  'a guardian cancels': async (home, choose) =>
    void (await cancels(await books(home, choose), home.guardian, choose(reasons[home.language]))),
  'books too late': async (home) => {
    const now = new Date(Date.now() + 3_600_000)
    // a holiday, a Sunday or the night refuse it too
    const body = {
      connectionId: home.connectionId,
      date: now.toISOString().slice(0, 10),
      hour: Math.min(19, Math.max(8, now.getUTCHours() + 1)),
      durationMinutes: 30,
      type: 'online',
      parentPresent: true,
    }
    const { status } = await call('POST /sessions', { token: home.guardian.token, body })
    if (status < 300) throw new Error('a lesson was booked an hour ahead')
  },
  'looks into the room early': async (home, choose) => {
    const id = await books(home, choose)
    const { status } = await call(`POST /classroom/${id}/enter`, {
      token: home.guardian.token,
      body: { device: randomUUID() },
    })
    if (status < 300) throw new Error('a room was open days before its lesson')
    await cancels(id, home.guardian, choose(reasons[home.language]))
  },
  'loses the line in a lesson and returns': async (home, choose) => {
    const id = await books(home, choose)
    await letClassroomOpen(id)
    const enters = async ({ token }: Person) => {
      const device = randomUUID()
      await must(`POST /classroom/${id}/enter`, { token, body: { device, takeOver: true } })
      return device
    }
    await enters(home.teacher)
    const device = await enters(home.guardian)
    const { token } = home.guardian
    await must(`POST /classroom/${id}/line`, { token, body: { device, quality: 'lost' } })
    await must(`POST /classroom/${id}/leave`, { token, body: { device } })
    await enters(home.guardian)
    await must(`POST /classroom/${id}/leave`, { token: home.teacher.token, body: { device: randomUUID() } })
  },
}

/** A white picture of 8 by 8 pixels as PNG: the bytes decide, whatever the name says. */
const picture = (() => {
  const crcOf = (bytes: Uint8Array) => {
    let crc = ~0
    for (const byte of bytes) {
      crc ^= byte
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    }
    return ~crc >>> 0
  }
  const chunk = (type: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [size, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    crc.writeUInt32BE(crcOf(named))
    return Buffer.concat([size, named, crc])
  }
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])
  const rows = deflateSync(Buffer.alloc(8 * 9, 255).map((byte, index) => (index % 9 === 0 ? 0 : byte)))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(parts))
})()
