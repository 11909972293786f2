/** Parses a formula: the part of LaTeX that school needs (`\frac{a}{b}`, `\sqrt{x}`, `x^2`, `a_n`, `\leq`, `\pi`). */
export type Formula =
  | { readonly kind: 'row'; readonly items: readonly Formula[] }
  | { readonly kind: 'sign'; readonly text: string; readonly as: 'letter' | 'number' | 'operator' | 'word' }
  | { readonly kind: 'fraction'; readonly over: Formula; readonly under: Formula }
  | { readonly kind: 'root'; readonly of: Formula; readonly degree: Formula | null }
  | {
      readonly kind: 'scripts'
      readonly base: Formula
      readonly above: Formula | null
      readonly below: Formula | null
    }

const letters: Readonly<Record<string, string>> = {
  ...{
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    epsilon: 'ε',
    theta: 'θ',
    lambda: 'λ',
    mu: 'μ',
    pi: 'π',
  },
  ...{ rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', omega: 'ω', Delta: 'Δ', Omega: 'Ω', Sigma: 'Σ', infty: '∞' },
  ...{ R: 'ℝ', N: 'ℕ', Z: 'ℤ', Q: 'ℚ', C: 'ℂ', D: '𝔻', emptyset: '∅', degree: '°' },
}
const operators: Readonly<Record<string, string>> = {
  ...{ times: '×', div: '÷', cdot: '·', pm: '±', leq: '≤', geq: '≥', neq: '≠', approx: '≈', equiv: '≡' },
  ...{ to: '→', Rightarrow: '⇒', Leftrightarrow: '⇔', in: '∈', notin: '∉', subset: '⊂', cup: '∪', cap: '∩' },
  ...{ forall: '∀', exists: '∃', sum: '∑', int: '∫', perp: '⊥', parallel: '∥', angle: '∠' },
}
const words = ['sin', 'cos', 'tan', 'ln', 'log', 'exp', 'lim'] as const
const deepest = 12

/** Never fails: unknown input is shown as it was typed. */
export function parseFormula(source: string): Formula {
  const reader = { source, at: 0 }
  const items: Formula[] = []
  while (reader.at < source.length) {
    items.push(...itemsUntil(reader, null, 0))
    // a closing brace without an opening brace
    if (reader.at < source.length) reader.at++
  }
  return row(items)
}

type Reader = { readonly source: string; at: number }

function itemsUntil(reader: Reader, end: '}' | ']' | null, depth: number): Formula[] {
  const items: Formula[] = []
  for (;;) {
    const next = reader.source[reader.at]
    if (next === undefined || next === (end ?? '}')) return items
    if (next === '^' || next === '_') {
      reader.at++
      const script = argument(reader, depth)
      items.push(withScript(items.pop() ?? row([]), next === '^' ? 'above' : 'below', script))
    } else if (next.trim() === '') reader.at++
    else items.push(atom(reader, depth))
  }
}

function atom(reader: Reader, depth: number): Formula {
  const { source, at } = reader
  const number = /^\d+(?:[.,]\d+)*/.exec(source.slice(at))?.[0]
  if (number !== undefined) {
    reader.at += number.length
    return { kind: 'sign', text: number, as: 'number' }
  }
  if (source[at] === '{') return argument(reader, depth)
  const command = /^\\([A-Za-z]+)/.exec(source.slice(at))
  if (command) {
    reader.at += command[0].length
    return named(command[1] ?? '', reader, depth)
  }
  const [character = ''] = source.slice(at)
  reader.at += character.length
  const written = character === '-' ? '−' : character === '*' ? '×' : character
  return { kind: 'sign', text: written, as: /\p{L}/u.test(character) ? 'letter' : 'operator' }
}

function named(name: string, reader: Reader, depth: number): Formula {
  if (name === 'frac')
    return { kind: 'fraction', over: argument(reader, depth), under: argument(reader, depth) }
  if (name === 'sqrt') {
    const degree = reader.source[reader.at] === '[' ? bracketed(reader, ']', depth) : null
    return { kind: 'root', of: argument(reader, depth), degree }
  }
  if (words.some((word) => word === name)) return { kind: 'sign', text: name, as: 'word' }
  const letter = letters[name]
  if (letter !== undefined) return { kind: 'sign', text: letter, as: 'letter' }
  return { kind: 'sign', text: operators[name] ?? `\\${name}`, as: 'operator' }
}

/** The content of the braces, or the next character. */
function argument(reader: Reader, depth: number): Formula {
  while (reader.source[reader.at] === ' ') reader.at++
  const next = reader.source[reader.at]
  if (next === undefined || next === '}') return row([])
  if (depth >= deepest) {
    // deeper nesting is dropped, but still consumed: otherwise the parser would loop forever
    reader.at++
    return row([])
  }
  return next === '{' ? bracketed(reader, '}', depth) : atom(reader, depth + 1)
}

function bracketed(reader: Reader, end: '}' | ']', depth: number): Formula {
  reader.at++
  const items = itemsUntil(reader, end, depth + 1)
  if (reader.source[reader.at] === end) reader.at++
  return row(items)
}

const row = (items: readonly Formula[]): Formula => {
  const [only] = items
  return only !== undefined && items.length === 1 ? only : { kind: 'row', items }
}

function withScript(base: Formula, place: 'above' | 'below', script: Formula): Formula {
  const scripts =
    base.kind === 'scripts' ? base : { kind: 'scripts' as const, base, above: null, below: null }
  return { ...scripts, [place]: script }
}
