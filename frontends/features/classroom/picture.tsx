import { classNames } from '@darsi/design/class-names.ts'
import { useEffect, useRef } from 'react'
import type { Picture } from './call/call.ts'

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

export function LargePicture({ picture, label }: Pick<Props, 'picture' | 'label'>) {
  return <PictureView picture={picture} label={label} className="ds-classroom-screen" />
}
