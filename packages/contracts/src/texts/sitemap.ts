import { languages, pathIn } from '../reference/languages.ts'

/** The sitemap of pages that exist in every language; each address names the same page in the others. */
export function sitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.flatMap((path) => {
    const addresses = languages.map((language) => ({ language, address: publicUrl + pathIn(language, path) }))
    const alternates = addresses.map(
      ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
    )
    return addresses.map(({ address }) => `<url><loc>${address}</loc>${alternates.join('')}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}
