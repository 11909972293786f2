import { emptyValues, type Values } from './values.ts'

const key = 'darsi-registration-draft'

/** What was typed stays in this tab over a reload; the password is never written anywhere. */
export function keepDraft(values: Values): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...values, password: '' }))
  } catch {
    // storage may be full or forbidden; a reload then starts afresh
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept then
  }
}

export function readDraft(): Values | null {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? null : { ...merged(emptyValues, JSON.parse(stored)), password: '' }
  } catch {
    return null
  }
}

/** Takes over what still has the shape that this release expects. */
function merged<T extends object>(base: T, stored: unknown): T {
  if (!isObject(stored)) return base
  const entries = Object.entries(base).map(([name, value]) => [name, kept(value, stored[name])])
  // `as`: the same keys, each with its own value or one of the same shape
  return Object.fromEntries(entries) as T
}

function kept(base: unknown, stored: unknown): unknown {
  if (Array.isArray(base)) return Array.isArray(stored) && stored.every(isText) ? stored : base
  if (base === null) return typeof stored === 'number' ? stored : base
  if (isObject(base)) return merged(base, stored)
  return typeof stored === typeof base ? stored : base
}

const isText = (value: unknown) => typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
