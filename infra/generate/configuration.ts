import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type * as z from 'zod'
import { schema as gateway } from '../../gateway/src/config.ts'
import { schema as admin } from '../../services/admin/src/config.ts'
import { schema as auth } from '../../services/auth/src/config.ts'
import { schema as availability } from '../../services/availability/src/config.ts'
import { schema as classroom } from '../../services/classroom/src/config.ts'
import { schema as notifications } from '../../services/notifications/src/config.ts'
import { schema as users } from '../../services/users/src/config.ts'

const file = new URL('../../docs/reference.md', import.meta.url)
const [begin, end] = ['<!-- configuration -->', '<!-- /configuration -->']
export const schemas: Readonly<Record<string, z.ZodObject>> = {
  gateway,
  auth,
  users,
  availability,
  classroom,
  admin,
  notifications,
}

/** docs/reference.md with the table of every environment variable, generated from the schemas that read them. */
export function withConfiguration(document: string): string {
  const [before, rest = ''] = document.split(begin)
  const after = rest.split(end)[1] ?? ''
  return `${before}${begin}\n${table()}\n${end}${after}`
}

function table(): string {
  const readers = new Map<string, { by: string[]; field: z.ZodType }>()
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [variable, field] of Object.entries(schema.shape)) {
      const known = readers.get(variable) ?? { by: [], field }
      readers.set(variable, { ...known, by: [...known.by, name] })
    }
  }
  const rows = [...readers].sort(([a], [b]) => a.localeCompare(b))
  return [
    '| Variable | Read by | Unless set | Meaning |',
    '|---|---|---|---|',
    ...rows.map(([variable, { by, field }]) => {
      const who = by.length === Object.keys(schemas).length ? 'all' : by.join(', ')
      return `| \`${variable}\` | ${who} | ${unlessSet(field)} | ${meaning(variable, field)} |`
    }),
  ].join('\n')
}

function unlessSet(field: z.ZodType): string {
  const read = field.safeParse(undefined)
  if (!read.success) return 'refuses to start'
  return read.data === undefined || read.data === '' ? '–' : `\`${String(read.data)}\``
}

/** @throws Error for a variable without a description */
function meaning(variable: string, field: z.ZodType): string {
  if (!field.description) throw new Error(`${variable} has no description in its schema`)
  return field.description
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(file, withConfiguration(readFileSync(file, 'utf8')))
