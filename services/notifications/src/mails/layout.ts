import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import { escapeHtml } from '@darsi/contracts/texts/html.ts'
import { productName } from '@darsi/contracts/texts/product.ts'

/** A mail in one language. */
export type LayoutPart = {
  language: Language
  /** These fields are HTML. */
  title: string
  lines: readonly string[]
  /** Follows the lines: what a newsletter says. */
  body: string
  note: string
  footer: string
  /** These fields are text. */
  button: { label: string; link: string } | null
  linkHint: string
  leave: { label: string; link: string } | null
}

/** The subject is HTML. */
type Layout = { language: Language; subject: string; parts: readonly LayoutPart[] }

export const green = '#0b6b63'
export const grey = '#5b5750'
const font =
  "font-family:'IBM Plex Sans','IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif;font-size:16px;line-height:1.6"
const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'

/** Tables, `bgcolor` and inline styles, because that is what mail programs read. */
export function layout({ language, subject, parts }: Layout): string {
  const [first] = parts
  return `<!doctype html>
<html lang="${language}" dir="${direction(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#f6f3ee" bgcolor="#f6f3ee">
<div style="display:none;max-height:0;overflow:hidden">${first?.lines[0] ?? subject}</div>
<table ${table} width="100%" bgcolor="#f6f3ee"><tr><td align="center" style="padding:32px 16px">
${parts.map(card).join('\n')}
</td></tr></table>
</body>
</html>
`
}

function card({ language, title, lines, body, note, footer, button, linkHint, leave }: LayoutPart): string {
  const dir = direction(language)
  const align = dir === 'rtl' ? 'right' : 'left'
  return `<table ${table} width="100%" bgcolor="#ffffff" dir="${dir}" lang="${language}" style="max-width:560px;border-radius:12px">
<tr><td align="${align}" style="padding:32px;color:#23201c;${font}">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${green}">${escapeHtml(productName[language])}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.4">${title}</h1>
${lines.map((line) => paragraph(line)).join('\n')}
${body}
${button ? action(button, linkHint) : ''}
${note ? paragraph(note, `font-size:14px;color:${grey}`) : ''}
</td></tr></table>
<table ${table} width="100%" dir="${dir}" lang="${language}" style="max-width:560px"><tr>
<td align="${align}" style="padding:16px 32px;color:${grey};${font};font-size:13px">${footer}${leave ? `<br>${anchor(leave)}` : ''}</td>
</tr></table>`
}

/** The table cell has colour and padding, because Outlook ignores both on a link. */
function action({ label, link }: { label: string; link: string }, linkHint: string): string {
  const href = escapeHtml(link)
  return `<table ${table} style="margin:24px 0"><tr><td bgcolor="${green}" style="border-radius:8px;mso-padding-alt:14px 24px">
<a href="${href}" style="display:inline-block;padding:14px 24px;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a>
</td></tr></table>
${paragraph(
  `${escapeHtml(linkHint)}<br><a href="${href}" dir="ltr" style="color:${green};word-break:break-all">${href}</a>`,
  `font-size:14px;color:${grey}`,
)}`
}

function anchor({ label, link }: { label: string; link: string }): string {
  return `<a href="${escapeHtml(link)}" style="color:${grey}">${escapeHtml(label)}</a>`
}

export function paragraph(content: string, style = ''): string {
  return `<p style="margin:0 0 16px;${style}">${content}</p>`
}
