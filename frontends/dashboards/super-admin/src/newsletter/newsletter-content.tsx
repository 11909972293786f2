import type { NewsletterBlock } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { ReactNode } from 'react'

/** What a newsletter says, as its mail shows it. Addresses are shown and do not lead away from the editor. */
export function NewsletterContent({ blocks }: { blocks: readonly NewsletterBlock[] }) {
  return <div className="newsletter-texts">{grouped(blocks).map(renderGroup)}</div>
}

type Keyed = { key: string; block: NewsletterBlock }
type Group = { key: string; kind: NewsletterBlock['kind']; blocks: Keyed[] }

/** Neighbouring items are one list. The texts have no ids: their places are the keys. */
function grouped(blocks: readonly NewsletterBlock[]): Group[] {
  const groups: Group[] = []
  for (const [index, block] of blocks.entries()) {
    const keyed = { key: `block-${index}`, block }
    const last = groups.at(-1)
    const isItem = block.kind === 'item' || block.kind === 'numbered'
    if (isItem && last?.kind === block.kind) last.blocks.push(keyed)
    else groups.push({ key: keyed.key, kind: block.kind, blocks: [keyed] })
  }
  return groups
}

function renderGroup({ key, kind, blocks }: Group): ReactNode {
  const content = blocks.map((each) => <Runs key={each.key} of={each.block} />)
  const items = blocks.map((each) => (
    <li key={each.key}>
      <Runs of={each.block} />
    </li>
  ))
  switch (kind) {
    case 'heading':
      return <h4 key={key}>{content}</h4>
    case 'item':
      return <ul key={key}>{items}</ul>
    case 'numbered':
      return <ol key={key}>{items}</ol>
    case 'quote':
      return <blockquote key={key}>{content}</blockquote>
    case 'rule':
      return <hr key={key} />
    case 'paragraph':
      return <p key={key}>{content}</p>
  }
}

function Runs({ of: { runs } }: { of: NewsletterBlock }) {
  return runs.map((run, index) => {
    const italic = run.italic ? <em>{run.text}</em> : run.text
    const content = run.bold ? <strong>{italic}</strong> : italic
    const key = `run-${index}`
    if (run.href === undefined) return <span key={key}>{content}</span>
    return (
      <span key={key} className="newsletter-link" title={run.href}>
        {content}
      </span>
    )
  })
}
