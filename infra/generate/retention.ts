import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type RetentionRule, retention } from '@darsi/contracts/rules/retention.ts'

const file = new URL('../../docs/security.md', import.meta.url)
const [begin, end] = ['<!-- retention -->', '<!-- /retention -->']

/** docs/security.md with the table of retention periods, from the table that the jobs use. */
export function withRetention(document: string): string {
  const [before, rest = ''] = document.split(begin)
  return `${before}${begin}\n${table()}\n${end}${rest.split(end)[1] ?? ''}`
}

function table(): string {
  const rows: readonly (readonly [string, RetentionRule])[] = Object.entries(retention)
  return [
    '| What | Removed by | After | Notice before |',
    '|---|---|---|---|',
    ...rows.map(([id, { owner, days, since, what, notice, noticeDays }]) => {
      const ahead = noticeDays ? `${noticeDays} days: ${notice}` : notice
      return `| ${what} (\`${id}\`) | ${owner} | ${days} days from the ${since} | ${ahead} |`
    }),
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(file, withRetention(readFileSync(file, 'utf8')))
