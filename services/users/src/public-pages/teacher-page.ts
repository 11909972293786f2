import { createHash } from 'node:crypto'
import { sectionLabel } from '@darsi/contracts/reference/curriculum.ts'
import { dayName, slotOf, teachingDays } from '@darsi/contracts/reference/hours.ts'
import { fillIn, textOf } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { formatNumber, spokenLanguage } from '@darsi/contracts/reference/i18n/formats.ts'
import { andJoined, listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { readLanguages } from '@darsi/contracts/reference/i18n/read-texts.ts'
import {
  direction,
  type Language,
  languageNames,
  languages,
  pathIn,
  territoryLocaleOf,
} from '@darsi/contracts/reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { placeLabel } from '@darsi/contracts/reference/places/location.ts'
import { subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { publicPagePath } from '@darsi/contracts/rules/public-page.ts'
import { initials } from '@darsi/contracts/rules/texts/initials.ts'
import { escapeHtml, jsonInScript } from '@darsi/contracts/texts/html.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { shownRating, type Teacher } from '../teachers/teacher.ts'
import en from './locales/en.json' with { type: 'json' }
import { pageStyle } from './page-style.ts'

export type HtmlPage = { html: string; policy: string }
type Shown = { teacher: Teacher; slug: string; language: Language; publicUrl: string }

/**
 * The public page of a teacher: what the card shows to members, without ids, and with nothing that a learner wrote.
 * It needs no script, so that search engines and slow telephones have all of it in one answer.
 */
export function teacherPage(shown: Shown): HtmlPage {
  const { teacher, slug, language, publicUrl } = shown
  const texts = textsOf(shown)
  const t = pageTexts[language]
  const addressIn = (one: Language) => publicUrl + pathIn(one, publicPagePath(slug))
  const image = teacher.photo
    ? `${publicUrl}${publicPagePath(slug)}/photo`
    : `${publicUrl}/share-${language}.png`
  const head = [
    `<meta name="description" content="${escapeHtml(texts.description)}">`,
    `<link rel="canonical" href="${addressIn(language)}">`,
    ...languages.map((one) => `<link rel="alternate" hreflang="${one}" href="${addressIn(one)}">`),
    `<link rel="alternate" hreflang="x-default" href="${addressIn('en')}">`,
    ...Object.entries({
      'og:type': 'profile',
      'og:site_name': productName[language],
      'og:title': texts.title,
      'og:description': texts.description,
      'og:url': addressIn(language),
      'og:image': image,
      'og:locale': territoryLocaleOf(language),
    }).map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary">',
    `<script type="application/ld+json">${jsonInScript(JSON.stringify(structured(shown, { image, url: addressIn(language), texts })))}</script>`,
  ]
  const registration = (type: 'student' | 'parent') =>
    `${pathIn(language, '/registration')}?type=${type}&amp;teacher=${slug}`
  const share = new URL('https://wa.me/')
  share.searchParams.set('text', `${texts.title} ${addressIn(language)}`)
  const body = `<main>
<article class="card"><div class="who">${portrait(shown)}<div><h1 dir="auto">${escapeHtml(teacher.name)}</h1>
<p class="soft">${escapeHtml(texts.place)}</p>${texts.rating === '' ? '' : `<p>★ ${escapeHtml(texts.rating)}</p>`}</div></div>
<ul class="tags">${texts.subjects.map((subject) => `<li dir="auto">${escapeHtml(subject)}</li>`).join('')}</ul>
<p class="soft">${escapeHtml(texts.checked)}</p>
<div class="go"><a class="button" href="${registration('student')}">${t.ask}</a>
<a class="button" href="${registration('parent')}">${t.askChild}</a>
<a class="button second" href="${escapeHtml(share.href)}" rel="noopener nofollow" target="_blank">${t.share}</a></div>
<p class="soft">${escapeHtml(fillIn(t.askText, { name: teacher.name }, language))}</p></article>
${teacher.bio === '' ? '' : `<section class="card"><h2>${t.about}</h2><p class="bio" dir="auto">${escapeHtml(teacher.bio)}</p></section>`}
<section class="card"><h2>${t.facts}</h2><dl>${texts.facts
    .filter(([, value]) => value !== '')
    .map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl></section></main>`
  return document({ title: texts.title, language, head, body, path: publicPagePath(slug) })
}

/** The same for every address that leads nowhere: unknown, switched off, suspended or erased. */
export function missingPage(language: Language, slug: string): HtmlPage {
  const t = pageTexts[language]
  const body = `<main><section class="card"><h1>${t.notFound}</h1><p class="soft">${t.notFoundText}</p>
<div class="go"><a class="button" href="${pathIn(language, '/teachers')}">${t.search}</a></div></section></main>`
  const head = ['<meta name="robots" content="noindex">']
  return document({ title: t.notFound, language, head, body, path: publicPagePath(encodeURIComponent(slug)) })
}

function textsOf({ teacher, language }: Shown) {
  const t = pageTexts[language]
  const list = (items: readonly string[]) => listOf(items, language)
  const number = (value: number) => formatNumber(value, language)
  const subjects = teacher.subjects.map((subject) => {
    if (subject === 'other-language' && teacher.otherLanguage !== '') return teacher.otherLanguage
    if (subject === 'other-subjects' && teacher.otherSubjects !== '') return teacher.otherSubjects
    return subjectLabel(subject, language)
  })
  const place = placeLabel(teacher, language)
  const rate =
    teacher.hourlyRate === null ? t.rateOpen : fillIn(t.rate, { rate: number(teacher.hourlyRate) }, language)
  const rating = shownRating(teacher)
  const product = productName[language]
  const named = { name: teacher.name, subjects: andJoined(subjects, language), place, rate, product }
  const checks = teacher.checks.map(({ kind }) =>
    kind === 'address' ? t.address : proofNames[kind][language],
  )
  const days = teachingDays.filter((day) => teacher.slots.some((slot) => slotOf(slot).day === day))
  const free = { days: list(days.map((day) => dayName(day, language))), hours: number(teacher.slots.length) }
  return {
    subjects,
    place,
    title: fillIn(place === '' ? t.teaches : t.teachesIn, named, language),
    description: fillIn(t.description, named, language),
    rating:
      rating === null
        ? ''
        : textOf(t, 'rating', { value: number(rating), count: teacher.reviewCount }, language),
    checked: fillIn(t.checked, { product, checks: list(checks) }, language),
    facts: [
      [t.levels, list(teacher.levels.map((level) => educationLevels[level][language]))],
      [t.sections, list(teacher.sections.map((section) => sectionLabel(section, language)))],
      [t.languages, list(teacher.languages.map((one) => spokenLanguage(one, language)))],
      [t.types, list(teacher.sessionTypes.map((type) => sessionTypes[type][language]))],
      [t.experience, teacher.experienceLevel ? experienceLevels[teacher.experienceLevel][language] : ''],
      [t.price, rate],
      [t.availability, days.length === 0 ? '' : fillIn(t.free, free, language)],
      [t.students, teacher.totalStudents === 0 ? '' : number(teacher.totalStudents)],
    ] as const,
  }
}

/** schema.org: a person who offers lessons. */
function structured(
  { teacher, language }: Shown,
  { image, url, texts }: { image: string; url: string; texts: ReturnType<typeof textsOf> },
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: teacher.name,
    url,
    image,
    description: texts.description,
    knowsAbout: texts.subjects,
    knowsLanguage: teacher.languages,
    inLanguage: language,
    address: { '@type': 'PostalAddress', addressRegion: texts.place, addressCountry: 'TN' },
    ...(teacher.hourlyRate !== null && {
      makesOffer: {
        '@type': 'Offer',
        price: teacher.hourlyRate,
        priceCurrency: 'TND',
        itemOffered: { '@type': 'Service', serviceType: texts.subjects.join(', ') },
      },
    }),
  }
}

function portrait({ teacher, slug, language }: Shown): string {
  const alt = fillIn(pageTexts[language].photoOf, { name: teacher.name }, language)
  if (teacher.photo)
    return `<img src="${publicPagePath(slug)}/photo" alt="${escapeHtml(alt)}" width="120" height="120">`
  return `<span class="initials" aria-hidden="true">${escapeHtml(initials(teacher.name))}</span>`
}

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
/** Nothing runs and nothing is sent; pictures are the site's own. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

type Document = { title: string; language: Language; head: readonly string[]; body: string; path: string }

function document({ title, language, head, body, path }: Document): HtmlPage {
  const others = languages
    .filter((one) => one !== language)
    .map((one) => `<a href="${pathIn(one, path)}" hreflang="${one}" lang="${one}">${languageNames[one]}</a>`)
  const t = pageTexts[language]
  const links = (named: Readonly<Record<string, string>>) =>
    Object.entries(named)
      .map(([to, name]) => `<a href="${pathIn(language, to)}">${name}</a>`)
      .join('')
  return {
    policy,
    html: `<!doctype html>
<html lang="${language}" dir="${direction(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${escapeHtml(title)} · ${productName[language]}</title>
${head.join('\n')}
<style>${pageStyle}</style>
</head>
<body>
<header><a class="brand" href="${pathIn(language, '/')}">${productName[language]}</a><nav>${others.join('')}${links({ '/teachers': t.search, '/login': t.logIn, '/registration': t.join })}</nav></header>
${body}
<footer><p>${links({ '/': t.home, '/privacy': t.privacy, '/terms': t.terms })}</p></footer>
</body>
</html>
`,
  }
}

/** promises.json marks the claims in these texts. */
const pageTexts = readLanguages(en, import.meta.dirname)
