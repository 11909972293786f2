import type { Language } from '@darsi/contracts/reference/languages.ts'

type LanguageOf = (userId: string) => Promise<Language | null>

/**
 * The event with each recipient's chosen language. Producers copy the language of a registration into their events
 * and do not follow later changes, so the preference of the account replaces it, in this place only. A recipient
 * without an account (contact form, newsletter, invited guardian) keeps the language of the event.
 */
export async function inOwnLanguages<E extends { data: object; personal?: unknown }>(
  event: E,
  languageOf: LanguageOf,
): Promise<E> {
  const { personal, data } = event
  if (!isRecord(personal)) return event
  const { userId, requesterId, teacherId, studentId } = data as Ids
  const spoken = async (value: unknown, id?: string): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((one) => spoken(one)))
    if (!isRecord(value) || typeof value['language'] !== 'string') return value
    const account = typeof value['userId'] === 'string' ? value['userId'] : id
    const language = account ? await languageOf(account) : null
    return language ? { ...value, language } : value
  }
  const parts = await Promise.all(
    Object.entries(personal).map(async ([name, value]) => {
      const id = name === 'teacher' ? teacherId : name === 'student' ? studentId : undefined
      return [name, await spoken(value, id)] as const
    }),
  )
  // a waiting place's recipient is the family, not its teacher
  const owner = userId ?? requesterId ?? teacherId
  // `as`: the same shape, other languages
  return { ...event, personal: await spoken(Object.fromEntries(parts), owner) } as E
}

/** The accounts that events name beside their recipients. */
type Ids = { userId?: string; requesterId?: string; teacherId?: string; studentId?: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
