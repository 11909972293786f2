import { rich, type Tags } from '@darsi/design/i18n/i18n.tsx'
import './prose.css'

/** Text from a catalogue: "- " starts a list item, "## " a heading, other lines are paragraphs. */
export function Prose({ text, tags = {} }: { text: string; tags?: Tags }) {
  return (
    <div className="prose">
      {blocksOf(text).map((block, index) =>
        block.kind === 'heading' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed text
          <h2 key={index}>{block.lines[0]}</h2>
        ) : block.kind === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed text
          <ul key={index}>
            {block.lines.map((line) => (
              <li key={line}>{rich(line, tags)}</li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed text
          <p key={index}>{rich(block.lines[0] ?? '', tags)}</p>
        ),
      )}
    </div>
  )
}

type Block = { kind: 'list' | 'paragraph' | 'heading'; lines: string[] }

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) {
      blocks.push({ kind: 'heading', lines: [line.slice(3)] })
      continue
    }
    const entry = line.startsWith('- ') ? line.slice(2) : null
    const last = blocks.at(-1)
    if (entry === null) blocks.push({ kind: 'paragraph', lines: [line] })
    else if (last?.kind === 'list') last.lines.push(entry)
    else blocks.push({ kind: 'list', lines: [entry] })
  }
  return blocks
}
