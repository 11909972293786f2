import { fillIn } from '@darsi/contracts/fill-in.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { productName } from '@darsi/contracts/product.ts'
import { escapeHtml, layout } from './layout.ts'
import { oneLine } from './one-line.ts'
import { type MailKind, type MailText, texts } from './texts.ts'

export type MailContent = {
  kind: MailKind
  language: Language
  params: Readonly<Record<string, string>>
  /** Where the button leads. */
  link?: string
  /** Ends what the mail belongs to; only mails that can be switched off have it. */
  leaveLink?: string
  /** Its reader can switch mails of this kind off. */
  isOptional?: boolean
}

export type Rendered = { subject: string; text: string; html: string }

/** HTML and text of a mail. Everything a person wrote is escaped and leads nowhere; the subject stays one line. */
export function render({ kind, language, params, link, leaveLink, isOptional }: MailContent): Rendered {
  const { frame } = texts[language]
  const mail: MailText = texts[language].mails[kind]
  const values = { ...mapValues(params, tame), product: productName[language] }
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
    html: layout({
      language,
      subject: escapeHtml(oneLine(plain(mail.subject))),
      title: html(mail.title),
      lines: lines.map(html),
      button,
      linkHint: frame.linkHint,
      note: mail.note ? html(mail.note) : '',
      footer: html(footer),
      leave: leaveLink ? { label: frame.leave, link: leaveLink } : null,
    }),
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
  'note',
  'from',
  'place',
  'reason',
])

/**
 * Shown, never followed: mail programs make links of anything like an address, and whoever registers somebody
 * else's address must not be able to send them somewhere by the name that he gives.
 */
function tame(name: string, value: string): string {
  return untrusted.has(name) ? value.replace(/([.:/@\\])(?=\S)/g, '$1\u200b') : value
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
