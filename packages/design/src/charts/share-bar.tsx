import './share-bar.css'

/**
 * A bar with the length of `share` of 100. Drawn as SVG, because the content security policy refuses a prerendered
 * `style` attribute.
 */
export function ShareBar({ share, className }: { share: number; className: string }) {
  return (
    <svg
      className={`ds-share ${className}`}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="ds-share-bar" width={share} height="1" />
    </svg>
  )
}
