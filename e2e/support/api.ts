import { randomInt, randomUUID } from 'node:crypto'
import { pieceType } from '@darsi/contracts/rules/files.ts'
import { site } from './site.ts'

export type Answer = { status: number; body: Record<string, never> & { [key: string]: unknown } }

/** Calls the public API as a client would. */
export async function call(
  key: string,
  { body, token, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = key.split(' ')
  const response = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  // a stream does not end
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : { text } }
}

/** An upload of one piece. @returns its id */
export async function sendFile(
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
  name = 'document',
): Promise<string> {
  const begun = await call('POST /materials/uploads', {
    token,
    body: { name, size: bytes.length },
  })
  // `as`: the declared answer
  const { id } = (begun.body['data'] ?? {}) as { id: string }
  const sent = await fetch(`${site.url}/api/materials/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': pieceType,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    },
    body: bytes,
  })
  if (sent.status !== 204) throw new Error(`the piece was answered ${sent.status}`)
  return id
}

export const password = 'Olive-Tree-42-Sfax-Rain'

/** An address that no other test uses. */
export function someAddress(name = 'story'): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.tn`
}

/** Whoever shares a teacher’s telephone is reviewed, and who returns with one is recognised. */
export const somePhone = (): string => `+216 2${String(randomInt(10_000_000)).padStart(7, '0')}`

export function registration(userType: 'student' | 'teacher' | 'parent' | 'admin', email: string) {
  const roleSpecificData = {
    student: { educationLevel: 'university', currentGrade: '', subjects: ['Mathematics'] },
    teacher: { teachingSubjects: ['Mathematics'], acceptTerms: true, emailNotifications: true },
    parent: {},
    admin: { adminReason: 'Runs the platform for a school' },
  }[userType]
  return {
    fullName: 'Story Person',
    email,
    phone: somePhone(),
    password,
    userType,
    location: { governorate: 'Sfax', governorate_id: 15 },
    roleSpecificData,
  }
}
