import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import type { CallState } from './call/call.ts'
import { newsBetween } from './room-news.ts'

type Props = { room: Classroom; me: string; call: CallState | null; nameOf: (userId: string) => string }
type Line = { id: number; text: string }

const kept = 5
/** Short sounds are not announced as speaking. */
const speaksMs = 1500

/** The live text for screen readers: who joined or left, who raised a hand, who speaks. */
export function RoomLog({ room, me, call, nameOf }: Props) {
  const t = useTranslator(texts.classroom)
  const before = useRef<Classroom | null>(null)
  const [lines, setLines] = useState<readonly Line[]>([])
  useEffect(() => {
    const news = newsBetween(before.current, room, me)
    before.current = room
    if (news.length === 0) return
    setLines((now) => {
      const next = (now.at(-1)?.id ?? 0) + 1
      const fresh = news.map((each, index) => ({
        id: next + index,
        text: t(`news_${each.kind}`, 'name' in each ? { name: each.name } : {}),
      }))
      return [...now, ...fresh].slice(-kept)
    })
  }, [room, me, t])
  const speaker = call?.voices.find(({ speaking, own }) => speaking && !own)?.userId ?? null
  const steady = useSteady(speaker)
  return (
    <>
      <div className="ds-classroom-log" role="log" aria-label={t('log')}>
        {lines.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <p className="ds-hidden" role="status">
        {steady === null ? '' : t('speaks', { name: nameOf(steady) })}
      </p>
    </>
  )
}

function useSteady(value: string | null): string | null {
  const [steady, setSteady] = useState<string | null>(null)
  useEffect(() => {
    if (value === null) return
    const timer = setTimeout(() => setSteady(value), speaksMs)
    return () => clearTimeout(timer)
  }, [value])
  return steady
}
