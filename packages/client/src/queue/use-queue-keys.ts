import { pressedKey } from '@darsi/design/forms/pressed-key.ts'
import { useEffect, useState } from 'react'

export type QueueKeys = Readonly<Record<string, () => void>>

const storageKey = 'darsi-queue-keys'

/** Keys without Ctrl or Alt, inactive while typing or in a dialog; they can be switched off (WCAG 2.1.4). */
export function useQueueKeys(keys: QueueKeys): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(readOn)
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
      const act = keys[pressedKey(event)]
      if (act === undefined) return
      event.preventDefault()
      // a key that is held down must not decide about one row after the other
      if (!event.repeat) act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [keys, on])
  return [
    on,
    (next) => {
      setOn(next)
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off')
      } catch {
        // without storage they are on again after a reload
      }
    },
  ]
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null

function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
