import { inEachLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import { type Role, roles } from '@darsi/contracts/reference/roles.ts'

/** The release of a dashboard that the shell runs, with the required hash of its entry. */
export type RemoteRelease = {
  readonly entry: string
  readonly integrity: string
  readonly parts: readonly Part[]
  /** The texts of these in each language. */
  readonly texts: Readonly<Record<Language, readonly Part[]>>
}
/** The files that the dashboard loads at once, fetched together with the entry. */
type Part = { readonly href: string; readonly integrity: string }
export type ShellConfig = {
  readonly remotes: Readonly<Partial<Record<Role, RemoteRelease>>>
  /** True if demo accounts exist; the login page then lists them. */
  readonly demo: boolean
}

/** `/config.json` of the shell's own origin: the only place that allows remote code to run. */
export async function loadConfig(signal: AbortSignal): Promise<ShellConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache', signal })
  if (!response.ok) throw new Error(`config.json answered ${response.status}`)
  return parseConfig(await response.json())
}

export function parseConfig(value: unknown): ShellConfig {
  const remotes = field(value, 'remotes')
  return {
    remotes: Object.fromEntries(
      roles.flatMap((role) => {
        const release = parseRelease(field(remotes, role))
        return release === null ? [] : [[role, release]]
      }),
    ),
    demo: field(value, 'demo') === true,
  }
}

function parseRelease(value: unknown): RemoteRelease | null {
  const [entry, integrity, parts] = ['entry', 'integrity', 'parts'].map((name) => field(value, name))
  if (!isOwnPath(entry) || !isHash(integrity)) return null
  const texts = field(value, 'texts')
  return {
    entry,
    integrity,
    parts: partsIn(parts),
    texts: inEachLanguage((language) => partsIn(field(texts, language))),
  }
}

const partsIn = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : [])

const isPart = (value: unknown): value is Part =>
  isOwnPath(field(value, 'href')) && isHash(field(value, 'integrity'))

const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/remotes\/[\w./-]+$/.test(value)

// browsers ignore an invalid integrity value and run the code unchecked, so invalid values are refused here
const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^sha384-[A-Za-z0-9+/]{64}$/.test(value)

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? // `as`: `in` has shown that it is there
      (value as Record<string, unknown>)[name]
    : undefined
