import { type NewsletterBlock, newsletterLink } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { lexer, type Token, type Tokens } from 'marked'

type Run = NewsletterBlock['runs'][number]
type Style = Omit<Run, 'text'>

/**
 * The blocks of a Markdown text. Only what a block can hold gets through, so a mail cannot contain HTML, pictures
 * (which report who opened a mail) or addresses other than https and mailto.
 */
export function blocksOf(markdown: string): NewsletterBlock[] {
  return lexer(markdown).flatMap((token) => blocks(token, 'paragraph'))
}

function blocks(token: Token, kind: NewsletterBlock['kind']): NewsletterBlock[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'hr':
      return [{ kind: 'rule', runs: [] }]
    case 'heading':
      return block('heading', runsOf(token.tokens ?? []))
    case 'blockquote':
      return (token.tokens ?? []).flatMap((each) => blocks(each, 'quote'))
    case 'list': {
      // `as`: marked's type of this token
      const { items, ordered } = token as Tokens.List
      return items.flatMap((item) => itemBlocks(item, ordered ? 'numbered' : 'item'))
    }
    default:
      return block(kind, token.type === 'html' ? [{ text: token.raw.trim() }] : runsOf([token]))
  }
}

/** A list inside an item follows as further items. */
function itemBlocks(item: Tokens.ListItem, kind: 'numbered' | 'item'): NewsletterBlock[] {
  const own = item.tokens.filter(({ type }) => type !== 'list')
  const nested = item.tokens.filter(({ type }) => type === 'list')
  return [...block(kind, runsOf(own)), ...nested.flatMap((list) => blocks(list, kind))]
}

function block(kind: NewsletterBlock['kind'], runs: Run[]): NewsletterBlock[] {
  return runs.some(({ text }) => text.trim() !== '') ? [{ kind, runs }] : []
}

function runsOf(tokens: readonly Token[], style: Style = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return runsOf(token.tokens ?? [], { ...style, bold: true })
      case 'em':
        return runsOf(token.tokens ?? [], { ...style, italic: true })
      case 'link':
        return runsOf(
          token.tokens ?? [],
          newsletterLink.test(token.href) ? { ...style, href: token.href } : style,
        )
      case 'br':
        return [{ ...style, text: '\n' }]
      case 'image':
        return [{ ...style, text: token.text }]
      case 'paragraph':
      case 'text':
        return token.tokens ? runsOf(token.tokens, style) : [{ ...style, text: plain(token) }]
      default:
        return [{ ...style, text: plain(token) }]
    }
  })
}

/** The words of a token without inner tokens; HTML stays visible as it was typed. */
function plain(token: Token): string {
  return token.type === 'html' || !('text' in token) ? token.raw : String(token.text)
}
