import type { Language } from '@darsi/contracts/reference/languages.ts'
import { productName } from '@darsi/contracts/texts/product.ts'

type Described = {
  language: Language
  path: string
  title: string
  description: string
  article?: true
  /** The pages between home and this page, without both. */
  above: readonly { title: string; path: string }[]
  urlOf: (path: string) => string
  publicUrl: string
}

/** Structured data about a page for search engines (schema.org). */
export function structuredData(page: Described): object[] {
  if (page.path === '/') return [organization(page), website(page)]
  return page.article ? [article(page), breadcrumbs(page)] : [breadcrumbs(page)]
}

const context = { '@context': 'https://schema.org' }

const publisher = ({ language, publicUrl }: Described) => ({
  '@type': 'EducationalOrganization',
  '@id': `${publicUrl}/#organization`,
  name: productName[language],
  url: publicUrl,
  logo: `${publicUrl}/icon-512.png`,
})

const organization = (page: Described) => ({
  ...context,
  ...publisher(page),
  alternateName: Object.values(productName),
  description: page.description,
  url: page.urlOf('/'),
  areaServed: { '@type': 'Country', name: 'Tunisia' },
  address: { '@type': 'PostalAddress', addressLocality: 'Tunis', addressCountry: 'TN' },
})

const website = ({ language, urlOf, publicUrl }: Described) => ({
  ...context,
  '@type': 'WebSite',
  name: productName[language],
  url: urlOf('/'),
  inLanguage: language,
  publisher: { '@id': `${publicUrl}/#organization` },
})

const article = (page: Described) => ({
  ...context,
  '@type': 'BlogPosting',
  headline: page.title,
  description: page.description,
  inLanguage: page.language,
  image: `${page.publicUrl}/share-${page.language}.png`,
  mainEntityOfPage: page.urlOf(page.path),
  author: publisher(page),
  publisher: publisher(page),
  isAccessibleForFree: true,
})

function breadcrumbs({ language, path, title, above, urlOf }: Described) {
  const steps = [{ title: productName[language], path: '/' }, ...above, { title, path }]
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.title,
      item: urlOf(step.path),
    })),
  }
}
