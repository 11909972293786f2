import { fillIn } from '@darsi/contracts/fill-in.ts'
import { direction, type Language } from '@darsi/contracts/languages.ts'
import { productName } from '@darsi/contracts/product.ts'
import { type MailKind, texts } from './texts.ts'

export type MailContent = {
  kind: MailKind
  language: Language
  params: Readonly<Record<string, string>>
  /** Where the button leads. */
  link?: string
}

export type Rendered = { subject: string; text: string; html: string }

/** HTML and text of a mail. Everything a person wrote is escaped; the subject stays one line. */
export function render({ kind, language, params, link }: MailContent): Rendered {
  const { frame, mails } = texts[language]
  const mail = mails[kind]
  const plain = (template: string) => fillIn(template, params)
  const button = link && mail.button ? { label: mail.button, link } : null
  const footer = plain(frame.footer)
  return {
    subject: oneLine(plain(mail.subject)),
    text: [
      plain(mail.title),
      ...mail.lines.map(plain),
      ...(button ? [`${button.label}:\n${button.link}`] : []),
      ...(mail.note ? [plain(mail.note)] : []),
      `--\n${footer}`,
    ].join('\n\n'),
    html: layout({
      language,
      title: escapeHtml(plain(mail.title)),
      lines: mail.lines.map((line) => escapeHtml(plain(line))),
      button,
      linkHint: frame.linkHint,
      note: mail.note ? escapeHtml(plain(mail.note)) : '',
      footer: escapeHtml(footer),
    }),
  }
}

type Layout = {
  language: Language
  title: string
  lines: string[]
  button: { label: string; link: string } | null
  linkHint: string
  note: string
  footer: string
}

/** Tables and inline styles, because that is what mail programs read. */
function layout({ language, title, lines, button, linkHint, note, footer }: Layout): string {
  const dir = direction(language)
  const align = dir === 'rtl' ? 'right' : 'left'
  const font = "font-family:'IBM Plex Sans','IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif"
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:14px 24px;background:#0b6b63;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600">${escapeHtml(button.label)}</a></p>${paragraph(
        `${escapeHtml(linkHint)}<br><a href="${escapeHtml(button.link)}" style="color:#0b6b63;word-break:break-all" dir="ltr">${escapeHtml(button.link)}</a>`,
        'font-size:13px;color:#5b5750',
      )}`
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;background:#f6f3ee;color:#23201c;${font};font-size:16px;line-height:1.6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px" dir="${dir}">
<tr><td style="padding:32px;text-align:${align};${font}">
<p style="margin:0 0 24px;font-weight:700;font-size:20px;color:#0b6b63">${escapeHtml(productName[language])}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.4">${title}</h1>
${lines.map((line) => paragraph(line)).join('\n')}
${action}
${note ? paragraph(note, 'font-size:14px;color:#5b5750') : ''}
</td></tr></table>
<p style="max-width:560px;margin:16px auto 0;font-size:12px;color:#6b665e;${font}" dir="${dir}">${footer}</p>
</td></tr></table>
</body></html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
