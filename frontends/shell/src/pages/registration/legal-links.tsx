import type { Tags } from '@darsi/design/i18n/i18n.tsx'
import type { useHref } from '../../site.tsx'

/** In new tabs, so that reading them does not lose the form. */
export const legalLinks = (href: ReturnType<typeof useHref>): Tags => ({
  terms: (text) => (
    <a href={href('/terms')} target="_blank" rel="noopener">
      {text}
    </a>
  ),
  privacy: (text) => (
    <a href={href('/privacy')} target="_blank" rel="noopener">
      {text}
    </a>
  ),
})
