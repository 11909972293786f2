import type { Language } from '@darsi/contracts/reference/languages.ts'
import { fillIn } from '@darsi/contracts/texts/fill-in.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { escapeHtml, type LayoutPart, layout } from './layout.ts'
import { oneLine } from './one-line.ts'
import { type MailKind, type MailText, texts } from './texts.ts'

export type MailContent = {
  kind: MailKind
  language: Language
  params: Readonly<Record<string, string>>
  /** Where the button leads. */
  link?: string
  /** Everything once more below, for a reader whose language is not known. */
  also?: { language: Language; link?: string }
  /** Ends what the mail belongs to; only mails that can be switched off have it. */
  leaveLink?: string
  /** Its reader can switch mails of this kind off. */
  isOptional?: boolean
}

export type Rendered = { subject: string; text: string; html: string }

/** HTML and text of a mail. Everything a person wrote is escaped and leads nowhere; the subject stays one line. */
export function render({ also, ...content }: MailContent): Rendered {
  const first = partOf(content)
  const { link: _, ...shared } = content
  const parts = also ? [first, partOf({ ...shared, ...also })] : [first]
  const subject = parts.map((part) => part.subject).join(' | ')
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

type Part = { subject: string; text: string; html: LayoutPart }

function partOf({ kind, language, params, link, leaveLink, isOptional }: Omit<MailContent, 'also'>): Part {
  const { frame } = texts[language]
  const mail: MailText = texts[language].mails[kind]
  const values = { ...mapValues(params, tame(kind)), product: productName[language] }
  const marked = mapValues(values, (_, value) => markUp(value))
  const plain = (template: string) => fillIn(template, values)
  const html = (template: string) => fillIn(escapeHtml(template), marked)
  const lines = mail.lines.filter((line) => says(line, values))
  const button = link && mail.button ? { label: mail.button, link } : null
  const footer = leaveLink ? frame.leaveFooter : isOptional ? frame.settingsFooter : frame.footer
  return {
    subject: oneLine(plain(mail.subject)),
    text: [
      plain(mail.title),
      ...lines.map(plain),
      ...(button ? [`${button.label}:\n${button.link}`] : []),
      ...(mail.note ? [plain(mail.note)] : []),
      `--\n${plain(footer)}`,
      ...(leaveLink ? [`${frame.leave}:\n${leaveLink}`] : []),
    ].join('\n\n'),
    html: {
      language,
      title: html(mail.title),
      lines: lines.map(html),
      button,
      linkHint: frame.linkHint,
      note: mail.note ? html(mail.note) : '',
      footer: html(footer),
      leave: leaveLink ? { label: frame.leave, link: leaveLink } : null,
    },
  }
}

/** False for a line whose only values are empty, such as a reason that nobody gave. */
function says(line: string, values: Readonly<Record<string, string>>): boolean {
  const names = [...line.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return names.length === 0 || names.some((name) => values[name] !== '')
}

/** What strangers may have written. */
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
const longestText = 500

/**
 * Shown, never followed: mail programs make links of anything like an address, and whoever registers somebody
 * else's address must not be able to send them somewhere by the name that he gives. A name is letters alone; other
 * words are cut, and lose what may be a telephone number. The team reads all that a sender wrote.
 */
function tame(kind: MailKind): (name: string, value: string) => string {
  return (name, value) => {
    if (!untrusted.has(name)) return value
    const words = kind === 'contact-forwarded' ? value : names.has(name) ? plainName(value) : plainText(value)
    return words.replace(/([.:/@\\])(?=\S)/g, '$1\u200b')
  }
}

function plainName(value: string): string {
  const letters = value.replace(/(?:(?!\u200c|\u200d)[^\p{L}\p{M}’' -])+/gu, ' ').replace(/\s+/gu, ' ')
  return cut(letters.trim(), longestName)
}

function plainText(value: string): string {
  // eight digits and more, however they are parted: a Tunisian number, or one with its prefix
  return cut(value.replace(/(?:\p{Nd}[\s().+/-]{0,3}){8,}/gu, '… '), longestText)
}

function cut(text: string, longest: number): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}

/** Isolated, because a Latin name in an Arabic sentence would drag the punctuation around it along. */
function markUp(value: string): string {
  return `<bdi>${escapeHtml(value).replaceAll('\n', '<br>')}</bdi>`
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (name: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]))
}
