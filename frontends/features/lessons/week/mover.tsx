import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { texts } from '../../texts.ts'
import { otherSide, type Viewer } from '../lesson.ts'
import type { Move } from './use-move.ts'

/** Takes the keys while a lesson is moved, and says where it would go. Also reports why a drop was refused. */
export function Mover({ move, viewer }: { move: Move; viewer: Viewer }) {
  const t = useTranslator(texts.week)
  const lessons = useTranslator(texts.lessons)
  const keys = useRef<HTMLDivElement>(null)
  const { moving, found, status, notice } = move
  const withKeys = moving?.by === 'keys' && !moving.asks
  useEffect(() => {
    if (withKeys) keys.current?.focus()
  }, [withKeys])
  return (
    <div className="ds-cal-mover" data-open={moving !== null || notice !== '' || undefined}>
      {moving?.by === 'keys' && (
        <>
          <div
            ref={keys}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
            tabIndex={0}
            aria-label={t('moveLabel', { name: otherSide(moving.lesson, viewer) || lessons('someLearner') })}
            aria-describedby="cal-help"
            onKeyDown={move.onKeyDown}
          >
            <strong>
              {t('moveLabel', { name: otherSide(moving.lesson, viewer) || lessons('someLearner') })}
            </strong>
          </div>
          <p id="cal-help" className="ds-soft ds-small">
            {t('keysHelp')}
          </p>
        </>
      )}
      <p role="status" className="ds-cal-status" data-ok={moving !== null ? found === null : undefined}>
        {notice === '' ? status : notice}
      </p>
      {moving?.by === 'keys' && (
        <div className="ds-row">
          <Button size="sm" aria-disabled={found !== null} onClick={() => move.drop(moving.to)}>
            {t('moveHere')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => move.stop(t('cancelled'))}>
            {lessons('back')}
          </Button>
        </div>
      )}
    </div>
  )
}
