import { useRef } from 'react'

/** One idempotency key per content: a retry after a lost answer writes nothing a second time. */
export function useAttemptKey() {
  const last = useRef<{ content: string; key: string } | null>(null)
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, key: newKey() }
      return last.current.key
    },
    /** After a success: the same content, sent again on purpose, is another attempt. */
    renew() {
      last.current = null
    },
  }
}

// randomUUID exists only on https and localhost
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
