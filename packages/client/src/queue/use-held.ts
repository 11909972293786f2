import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { beforeSignOut } from '../session/before-sign-out.ts'
import { keepOwnDraft } from '../session/draft.ts'
import { readSession } from '../session/session.ts'
import { clientTexts } from '../texts.ts'

const undoMs = 10_000

type Held = {
  readonly ids: readonly string[]
  /** The draft of a `ReasonForm`, which has it again when the decision is undone or fails. */
  readonly reason?: { readonly draft: string; readonly text: string }
  /** Resolves with false if the decision failed. */
  readonly send: () => Promise<unknown>
}

/**
 * Decisions are sent after ten seconds, unless they are undone. No mail is sent before, so no confirmation is needed.
 * Leaving the list or the page sends them at once; `send` should set `keepalive` for that. A logout waits for them,
 * because they need the session.
 */
export function useHeld() {
  const t = useTranslator(clientTexts.queue)
  const toast = useToast()
  const waiting = useRef(new Map<Held, ReturnType<typeof setTimeout>>())
  const messages = useRef(new Map<Held, () => void>())
  const sending = useRef(new Map<Held, Promise<unknown>>())
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const steps = useMemo(() => {
    const show = () =>
      setIds(new Set([...waiting.current.keys(), ...sending.current.keys()].flatMap((held) => held.ids)))
    const drop = (held: Held) => {
      clearTimeout(waiting.current.get(held))
      // its message says what no longer holds, or offers an "Undo" that would do nothing
      messages.current.get(held)?.()
      messages.current.delete(held)
      return waiting.current.delete(held)
    }
    const send = (held: Held) => {
      if (!drop(held)) return
      const account = readSession()?.user.id
      const sent = held
        .send()
        .then((answer) => {
          // a logout has deleted the drafts of its account
          if (answer === false && readSession()?.user.id === account) keepReason(held)
        })
        .finally(() => {
          sending.current.delete(held)
          show()
        })
      sending.current.set(held, sent)
    }
    return {
      send,
      hold: (held: Held) => {
        waiting.current.set(
          held,
          setTimeout(() => send(held), undoMs),
        )
        show()
      },
      undo: (held: Held | undefined = [...waiting.current.keys()].at(-1)) => {
        if (!held || !drop(held)) return
        keepReason(held)
        show()
      },
    }
  }, [])
  useEffect(() => {
    const held = waiting.current
    const sent = sending.current
    const sendAll = () => [...held.keys()].forEach(steps.send)
    const stop = beforeSignOut(() => {
      sendAll()
      return Promise.allSettled(sent.values())
    })
    addEventListener('pagehide', sendAll)
    return () => {
      stop()
      removeEventListener('pagehide', sendAll)
      sendAll()
    }
  }, [steps])
  return {
    /** The ids of decided rows, which are hidden. */
    ids,
    hold: (text: string, held: Held) => {
      steps.hold(held)
      const action = { label: t('undo'), run: () => steps.undo(held), forMs: undoMs }
      messages.current.set(held, toast(text, 'success', action))
    },
    undoLast: () => steps.undo(),
  }
}

function keepReason({ reason }: Held) {
  if (reason?.text) keepOwnDraft(reason.draft, reason.text)
}
