/** Operators that leave a mark; what replaces them, so that clipping and positions stay as they are. */
const marks: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's'].map((paints) => [paints, 'n'])),
  ...{ Do: '', sh: '', Tj: '', TJ: '', "'": 'T*', '"': 'T*', EI: '' },
}

/**
 * A content stream (ISO 32000-1 7.8.2) without what it draws between `/OC /name BDC` and its `EMC`, where the name is of a
 * hidden layer.
 */
export function withoutHiddenParts(content: Uint8Array, isHidden: (name: string) => boolean): Buffer {
  const text = Buffer.from(content).toString('latin1')
  const shown: string[] = []
  /** For each open part whether it is hidden. */
  const open: boolean[] = []
  let from = 0
  let operands: string[] = []
  for (const [token, end] of tokens(text)) {
    if (!isOperator(token)) {
      operands.push(token)
      continue
    }
    const isDropped = open.includes(true)
    if (token === 'BDC') open.push(operands[0] === '/OC' && isHidden(operands[1] ?? ''))
    else if (token === 'BMC') open.push(false)
    const replaced = isDropped ? marks[token] : undefined
    shown.push(replaced ?? text.slice(from, end), '\n')
    if (token === 'EMC') open.pop()
    from = end
    operands = []
  }
  return Buffer.from(shown.join(''), 'latin1')
}

const isOperator = (token: string) => /^[A-Za-z'"]/.test(token) && !/^(?:true|false|null)$/.test(token)

/** Each token with the place where it ends; a picture inside the content is one, `EI`. */
function* tokens(text: string): Generator<[token: string, end: number]> {
  let at = 0
  while (at < text.length) {
    const end = endOf(text, at)
    const token = text.slice(at, end)
    at = end
    if (/^[\s\0%]/.test(token)) continue
    if (token === 'ID') {
      // binary: it ends at the first EI between blanks
      const ends = /[\s\0]EI(?=[\s\0]|$)/g
      ends.lastIndex = at + 1
      at = ends.exec(text) ? ends.lastIndex : text.length
      yield ['EI', at]
    } else if (token !== 'BI') yield [token, end]
  }
}

function endOf(text: string, at: number): number {
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    return at + (pattern.exec(text)?.[0].length ?? 1)
  }
  const first = text[at] ?? ''
  if (first === '%') return next(/%[^\r\n]*/y)
  if (first === '(') return endOfText(text, at)
  if (first === '<' && text[at + 1] !== '<') return next(/<[^>]*>?/y)
  if (/[<>]/.test(first)) return next(/<<|>>?/y)
  if (/[[\]{})]/.test(first)) return at + 1
  if (/[\s\0]/.test(first)) return next(/[\s\0]+/y)
  return next(/\/?[^\s\0()<>[\]{}/%]*/y)
}

/** Parentheses nest, and a backslash takes the meaning of the next letter. */
function endOfText(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}
