type Value = unknown

/**
 * A copy of a document of the demo, as if another site's people were in the same database: every id, hash, address and
 * telephone in it becomes another one, the same for the same copy in all collections and databases.
 */
export function copyOf(document: Value, copy: number): Value {
  if (typeof document === 'string') return copiedText(document, copy)
  if (Array.isArray(document)) return document.map((one) => copyOf(one, copy))
  if (!isPlain(document)) return document
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [copiedText(name, copy), copyOf(value, copy)]),
  )
}

/** The first eight digits of a UUID or of a hexadecimal hash. */
const hexadecimal = /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-|[0-9a-f]{24,})/g
const demoId = /\bdemo-/g
const hash = /^[\w-]{43}$/
const address = /^[^@\s]+(?=@[\w.-]+$)/
const telephone = /^\+216\d{8}$/

function copiedText(text: string, copy: number): string {
  if (telephone.test(text))
    return `+216${String((Number(text.slice(4)) + copy * 7919) % 1e8).padStart(8, '0')}`
  if (hash.test(text)) return shifted(copy).slice(0, 6) + text.slice(6)
  return text
    .replace(address, (name) => `${name}.c${copy}`)
    .replace(demoId, `copy-${copy}-`)
    .replace(hexadecimal, (digits) => ((parseInt(digits, 16) + copy) >>> 0).toString(16).padStart(8, '0'))
}

const shifted = (copy: number) => copy.toString(16).padStart(6, '0')

/** Not dates, binary data and other types of the driver. */
const isPlain = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
