import './share-bar.css'

/**
 * A bar as long as `share` of 100 in the direction of the line. Drawn, because a prerendered `style` attribute
 * is refused by the content security policy.
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
