import type { NewsletterBlock } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { escapeHtml } from '@darsi/contracts/texts/html.ts'
import { green, grey, paragraph } from './layout.ts'

type Group = { kind: NewsletterBlock['kind']; blocks: NewsletterBlock[] }
const listTags = { item: 'ul', numbered: 'ol' } as const

/** HTML of what a newsletter says. Everything is escaped; the blocks allow no element but these. */
export function newsletterHtml(blocks: readonly NewsletterBlock[]): string {
  return grouped(blocks).map(groupHtml).join('\n')
}

/** The same as text, addresses behind their words. */
export function newsletterText(blocks: readonly NewsletterBlock[]): string {
  return grouped(blocks)
    .map(({ kind, blocks: group }) =>
      group
        .map((block, index) => {
          const text = block.runs.map(runText).join('')
          if (kind === 'item') return `- ${text}`
          if (kind === 'numbered') return `${index + 1}. ${text}`
          if (kind === 'quote') return text.replace(/^/gm, '> ')
          return kind === 'rule' ? '* * *' : text
        })
        .join('\n'),
    )
    .join('\n\n')
}

/** Neighbouring items of a list are one list. */
function grouped(blocks: readonly NewsletterBlock[]): Group[] {
  const groups: Group[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (last?.kind === block.kind && block.kind in listTags) last.blocks.push(block)
    else groups.push({ kind: block.kind, blocks: [block] })
  }
  return groups
}

function groupHtml({ kind, blocks }: Group): string {
  const inner = blocks.map(({ runs }) => runs.map(runHtml).join(''))
  switch (kind) {
    case 'item':
    case 'numbered':
      return `<${listTags[kind]} style="margin:0 0 16px;padding:0 24px">${inner.map((item) => `<li style="margin:0 0 8px">${item}</li>`).join('')}</${listTags[kind]}>`
    case 'heading':
      return `<h2 style="margin:24px 0 12px;font-size:18px;line-height:1.4">${inner.join('')}</h2>`
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:0 16px;color:${grey}">${inner.join('')}</blockquote>`
    case 'rule':
      return '<hr style="margin:24px 0;border:0;border-top:1px solid #ddd8cf">'
    case 'paragraph':
      return paragraph(inner.join(''))
  }
}

type Run = NewsletterBlock['runs'][number]

function runHtml({ text, bold, italic, href }: Run): string {
  let html = escapeHtml(text).replaceAll('\n', '<br>')
  if (italic) html = `<em>${html}</em>`
  if (bold) html = `<strong>${html}</strong>`
  return href ? `<a href="${escapeHtml(href)}" style="color:${green}">${html}</a>` : html
}

const runText = ({ text, href }: Run): string =>
  href && href !== text && href !== `mailto:${text}` ? `${text} (${href})` : text
