import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { type BuildRecord, recordFile } from './record.ts'

/*
 * `node build/release-remote.ts <role>`, after a dashboard's build: writes `integrity.json`, the hash of each file,
 * and `release.json`, this build's entry in the shell's config.json: the entry with its hash, the files that the
 * dashboard loads at once, and the texts of these in each language. The entry contains the hashes of its parts.
 */
export type Release = {
  role: string
  entry: string
  /** The files that the dashboard loads at once besides its entry. */
  preload: string[]
  files: Record<string, string>
}

const role = process.argv[2] ?? ''
const dist = resolve('dist')
const file = resolve(dist, recordFile)
// `as`: written by the bundler just before
const record = JSON.parse(readFileSync(file, 'utf8')) as BuildRecord
const shipped = record.files.filter((name) => /\.(js|css)$/.test(name)).sort()
const entry = shipped.find((name) => name.startsWith('assets/remote-entry.'))
if (role === '' || entry === undefined) throw new Error(`no remote entry in ${dist}`)

const part = (name: string) => ({ href: `/remotes/${role}/${name}`, integrity: sha384(name) })
const preload = record.groups['__federation_expose_dashboard']?.files ?? []
const { href, integrity } = part(entry)
const files = Object.fromEntries(shipped.map((name) => [name, sha384(name)]))
const release: Release = { role, entry, preload, files }
write('integrity.json', release)
write('release.json', { entry: href, integrity, parts: preload.map(part), texts: textParts() })
writeFileSync(file, JSON.stringify({ ...record, files: [...record.files, 'integrity.json', 'release.json'] }))

/** Per language: the texts of the files that the dashboard loads at once. */
function textParts() {
  const files = preload.flatMap((name) => record.texts[name] ?? [])
  return Object.fromEntries(
    languages.map((language) => [language, files.map((each) => part(each[language]))]),
  )
}

function write(name: string, content: object) {
  writeFileSync(resolve(dist, name), `${JSON.stringify(content, null, 2)}\n`)
}

function sha384(name: string) {
  return `sha384-${createHash('sha384')
    .update(readFileSync(resolve(dist, name)))
    .digest('base64')}`
}
