import { useEffect, useRef, useState } from 'react'
import { readSession } from './session.ts'

const prefix = 'darsi-draft/'
const keyOf = (account: string, name: string) => `${prefix}${account}/${name}`

/** The account of drafts without a session. */
export const visitor = 'visitor'

/**
 * Keeps input by account until it is sent or its author logs out: in this tab, or in this browser if it outlives the
 * tab.
 */
export function keepDraft(account: string, name: string, value: unknown, outlives = false): void {
  try {
    const storage = outlives ? localStorage : sessionStorage
    storage.setItem(keyOf(account, name), JSON.stringify(value))
  } catch {
    // storage may be full or forbidden; the input then lives as long as the page
  }
}

/** Keeps a draft of the account that is signed in. */
export const keepOwnDraft = (name: string, value: unknown): void => keepDraft(writer(), name, value)

export function dropDraft(account: string, name: string): void {
  try {
    for (const storage of storages()) storage.removeItem(keyOf(account, name))
  } catch {
    // storage may be forbidden: then nothing was kept
  }
}

/** The kept draft, or null. A draft with another shape than `base` is ignored: this device may hold anything. */
export function readDraft<T>(account: string, name: string, base: T): T | null {
  try {
    const [stored = null] = storages().flatMap((storage) => storage.getItem(keyOf(account, name)) ?? [])
    // `as`: `fitted` keeps only parts of the right type
    return stored === null ? null : (fitted(base, JSON.parse(stored)) as T)
  } catch {
    return null
  }
}

/** Deletes the drafts of all accounts except `except`; a visitor's drafts stay. */
export function wipeDrafts(except = visitor): void {
  try {
    for (const storage of storages()) {
      for (const key of Object.keys(storage)) {
        const stays = [visitor, except].some((account) => key.startsWith(keyOf(account, '')))
        if (key.startsWith(prefix) && !stays) storage.removeItem(key)
      }
    }
  } catch {
    // storage may be forbidden: then nothing was kept
  }
}

type Options = {
  /** The draft outlives its form and its tab: it waits until the form is opened again and sent. */
  outlives?: boolean
}

/**
 * Form state that survives the end of a session and a reload. If the form is left while its author is signed in, the
 * draft is deleted: the form was closed or sent.
 * @param name identifies the draft, the same each time: `report/<thread>`
 * @returns the value, its setter, and a function that resets it to the saved value, or to that with what was changed
 * while it was saved
 */
export function useDraft<T>(
  name: string,
  initial: T,
  { outlives = false }: Options = {},
): [T, (next: T | ((before: T) => T)) => void, (saved: T, merge?: (now: T) => T) => void] {
  const [account] = useState(writer)
  const [value, setValue] = useState(() => readDraft(account, name, initial) ?? initial)
  // two changes may come before the next rendering
  const latest = useRef(value)
  useEffect(
    () => () => {
      if (!outlives && writer() === account) dropDraft(account, name)
    },
    [account, name, outlives],
  )
  const put = (next: T, saved: T) => {
    latest.current = next
    setValue(next)
    if (JSON.stringify(next) === JSON.stringify(saved)) dropDraft(account, name)
    else keepDraft(account, name, next, outlives)
  }
  const change = (next: T | ((before: T) => T)) =>
    // `as`: a draft is JSON, so a function is an updater
    put(typeof next === 'function' ? (next as (before: T) => T)(latest.current) : next, initial)
  const restart = (saved: T, merge = (_: T) => saved) => put(merge(latest.current), saved)
  return [value, change, restart]
}

/** For the setter of `useDraft` after `sent` was sent: keeps the text that was typed meanwhile. */
export const withoutSent =
  (sent: string) =>
  (now: string): string =>
    now.startsWith(sent) ? now.slice(sent.length).trimStart() : now

const storages = (): Storage[] => [sessionStorage, localStorage]

const writer = () => readSession()?.user.id ?? visitor

function fitted(base: unknown, stored: unknown): unknown {
  if (Array.isArray(base)) return Array.isArray(stored) && stored.every(isText) ? stored : base
  if (base === null) return typeof stored === 'number' ? stored : base
  if (!isObject(base)) return typeof stored === typeof base ? stored : base
  if (!isObject(stored)) return base
  // an object without fields accepts any; the server validates its content
  if (Object.keys(base).length === 0) return stored
  return Object.fromEntries(Object.entries(base).map(([name, part]) => [name, fitted(part, stored[name])]))
}

const isText = (value: unknown) => typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
