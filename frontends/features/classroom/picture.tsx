import { classNames } from '@darsi/design/class-names.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { texts } from '../texts.ts'
import type { CallState, Picture } from './call/call.ts'

type Props = { picture: Picture; label: string; mirrored?: boolean; className?: string }

/** Muted: audio has its own element, and browsers do not autoplay video with sound. */
export function PictureView({ picture, label, mirrored = false, className = 'ds-classroom-thumb' }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(picture)
  latest.current = picture
  useEffect(() => (video.current ? latest.current.attach(video.current) : undefined), [])
  return (
    <video
      ref={video}
      className={classNames(className, mirrored && 'ds-classroom-mirrored')}
      aria-label={label}
      autoPlay
      playsInline
      muted
    />
  )
}

type LargeProps = {
  call: CallState | null
  /** Whose camera was enlarged. */
  large: string | null
  nameOf: (userId: string) => string
  onShrink: () => void
}

/** Above the board: the shared screen, and a camera that was tapped until it is tapped again. */
export function LargePictures({ call, large, nameOf, onShrink }: LargeProps) {
  const t = useTranslator(texts.classroom)
  const screen = call?.voices.find((voice) => voice.screen !== null && !voice.own)?.screen
  const camera = call?.voices.find(({ userId }) => userId === large)?.camera
  return (
    <>
      {screen && (
        <PictureView
          key={screen.id}
          picture={screen}
          label={t('sharedScreen')}
          className="ds-classroom-screen"
        />
      )}
      {camera && (
        <button type="button" className="ds-classroom-enlarge" aria-label={t('shrink')} onClick={onShrink}>
          <PictureView
            key={camera.id}
            picture={camera}
            label={t('cameraOf', { name: nameOf(large ?? '') })}
            className="ds-classroom-screen"
          />
        </button>
      )}
    </>
  )
}
