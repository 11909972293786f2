import { writeFileSync } from 'node:fs'

/** Writes an API document with one operation, message or schema per line: short, and a changed call is a changed line. */
export function writeDocument(name: string, document: object): void {
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), `${lines(document, 3, '')}\n`)
}

function lines(value: unknown, depth: number, indent: string): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent} `
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const parts = Object.entries(value).map(
    ([key, part]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${lines(part, depth - 1, inner)}`,
  )
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
