import type { NewsletterMail } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { fillIn, fillInWith } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { escapeHtml } from '@darsi/contracts/texts/html.ts'
import { noBreak } from '@darsi/contracts/texts/no-break.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { type LayoutPart, layout } from './layout.ts'
import { newsletterHtml, newsletterText } from './newsletter-body.ts'
import { oneLine } from './one-line.ts'
import { type MailKind, type MailText, texts } from './texts.ts'

export type MailContent = {
  kind: MailKind
  language: Language
  params: Readonly<Record<string, string>>
  /** Address of the button. */
  link?: string
  /** Repeats everything below in another language, for a reader whose language is unknown. */
  also?: { language: Language; link?: string }
  /** Unsubscribe link; only optional mails have it. */
  leaveLink?: string
  /** The same for the mail program's own button: it takes a POST without a question. */
  unsubscribeLink?: string
  /** What a newsletter says. */
  newsletter?: NewsletterMail
  /** The reader can switch this kind of mail off. */
  isOptional?: boolean
}

type Rendered = { subject: string; text: string; html: string }

/** HTML and text of a mail, with the operator below. Everything a person wrote is escaped and never a link; the subject is one line. */
export function render({ also, ...content }: MailContent, operator = ''): Rendered {
  const first = partOf(content, operator)
  const { link: _, ...shared } = content
  const parts = also ? [first, partOf({ ...shared, ...also }, operator)] : [first]
  const subject = shortSubject(parts.map((part) => part.subject))
  return {
    subject,
    text: parts.map(({ text }) => text).join('\n\n\n'),
    html: layout({
      language: content.language,
      subject: escapeHtml(subject),
      parts: parts.map(({ html }) => html),
    }),
  }
}

/** Telephones show the first 60 characters at most: a longer second language is left to the text. */
function shortSubject(subjects: readonly string[]): string {
  const both = subjects.join(' | ')
  return both.length <= longestSubject ? both : (subjects[0] ?? '')
}

type Part = { subject: string; text: string; html: LayoutPart }

function partOf(content: Omit<MailContent, 'also'>, operator: string): Part {
  const { kind, language, params, link, leaveLink, isOptional, newsletter } = content
  const { frame } = texts[language]
  const mail: MailText = texts[language].mails[kind]
  const values: Record<string, string> = {
    ...mapValues(params, tame(kind)),
    product: productName[language],
  }
  for (const [name, person] of Object.entries(formerOf))
    if (values[name] === '') values[name] = texts[language].former[person]
  const title = values['name'] === '' ? withoutName(mail.title) : mail.title
  const labelled = (label: string) => fillIn(frame.labelled, { label }, language)
  const plain = (template: string) => fillIn(template, values, language)
  const html = (template: string) =>
    fillInWith(escapeHtml(noBreak(template, language)), values, language, markUp)
  const lines = mail.lines.filter((line) => says(line, values))
  const button = link && mail.button ? { label: mail.button, link } : null
  const footer = leaveLink ? frame.leaveFooter : isOptional ? frame.settingsFooter : frame.footer
  return {
    subject: oneLine(plain(mail.subject)),
    text: [
      plain(title),
      ...lines.map(plain),
      ...(newsletter ? [newsletterText(newsletter.blocks)] : []),
      ...(button ? [`${labelled(button.label)}\n${button.link}`] : []),
      ...(mail.note ? [plain(mail.note)] : []),
      `--\n${plain(footer)}${operator && `\n${operator}`}`,
      ...(leaveLink ? [`${labelled(frame.leave)}\n${leaveLink}`] : []),
    ].join('\n\n'),
    html: {
      language,
      title: html(title),
      lines: lines.map(html),
      body: newsletter ? newsletterHtml(newsletter.blocks) : '',
      button,
      linkHint: noBreak(frame.linkHint, language),
      note: mail.note ? html(mail.note) : '',
      footer: html(footer) + (operator && `<br>${markUp(operator)}`),
      leave: leaveLink ? { label: frame.leave, link: leaveLink } : null,
    },
  }
}

// the name of a person whose account was erased before the mail was made is empty
const formerOf = { student: 'student', child: 'student', teacher: 'teacher', guardian: 'guardian' } as const

/** "{name}, a lesson is booked" as "A lesson is booked". */
function withoutName(title: string): string {
  const rest = title.replace(/^\{name\}[,،]\s*/u, '').replace(/[,،]\s*\{name\}$/u, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** False for a line whose only values are empty, such as a missing reason. */
function says(line: string, values: Readonly<Record<string, string>>): boolean {
  const names = [...line.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return names.length === 0 || names.some((name) => values[name] !== '')
}

/** Values that strangers may have written. */
const untrusted = new Set([
  'name',
  'device',
  'message',
  'student',
  'teacher',
  'child',
  'guardian',
  'note',
  'from',
  'place',
  'reason',
  'alternatives',
])

const names = new Set(['name', 'student', 'teacher', 'child', 'guardian', 'from'])
const longestName = 60
const longestSubject = 60
const longestText = 500

/**
 * Makes values of strangers harmless. Mail programs turn anything like an address into a link, and a person who
 * registers another person's address must not be able to advertise by the name field. A name keeps letters only; other
 * texts are shortened and lose possible phone numbers. The team reads the full text.
 */
function tame(kind: MailKind): (name: string, value: string) => string {
  return (name, value) => {
    if (!untrusted.has(name)) return value
    const text = kind === 'contact-forwarded' ? value : names.has(name) ? plainName(value) : plainText(value)
    return text.replace(/([.:/@\\])(?=\S)/g, '$1\u200b')
  }
}

function plainName(value: string): string {
  const letters = value.replace(/(?:(?!\u200c|\u200d)[^\p{L}\p{M}’' -])+/gu, ' ').replace(/\s+/gu, ' ')
  return cut(letters.trim(), longestName)
}

function plainText(value: string): string {
  // eight digits and more, with any separators: a Tunisian number, or one with its prefix
  return cut(value.replace(/(?:\p{Nd}[\s().+/-]{0,3}){8,}/gu, '… '), longestText)
}

function cut(text: string, longest: number): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}

/** Isolates the direction: a Latin name in an Arabic sentence would move the punctuation around it. */
function markUp(value: string): string {
  return `<bdi>${escapeHtml(value).replaceAll('\n', '<br>')}</bdi>`
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (name: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]))
}
