import { generate } from 'lean-qr'
import { useMemo } from 'react'
import './security.css'

const margin = 4

/** The dark squares as one path, with the quiet zone that QR readers need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const side = size + 2 * margin
  return (
    <svg
      className="ds-qr ds-secret"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawn(text: string) {
  const code = generate(text)
  const steps = Array.from({ length: code.size }, (_, index) => index)
  const path = steps.flatMap((y) =>
    steps.filter((x) => code.get(x, y)).map((x) => `M${x + margin} ${y + margin}h1v1h-1z`),
  )
  return { size: code.size, path: path.join('') }
}
