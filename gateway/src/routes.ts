import { type Endpoint, type EndpointTable, splitKey } from '@darsi/contracts/endpoint.ts'
import type { Service } from '@darsi/contracts/event.ts'
import { tables } from '@darsi/contracts/tables.ts'

/** product.md §2: whose prefix it is. `overrides` names the calls that another service answers. */
export const prefixes: Readonly<Record<string, Service>> = {
  '/auth': 'auth',
  '/me': 'users',
  '/teachers': 'users',
  '/favorites': 'users',
  '/children': 'users',
  '/consents': 'users',
  '/connections': 'users',
  '/threads': 'users',
  '/availability': 'availability',
  '/sessions': 'availability',
  '/reports': 'availability',
  '/calendar': 'availability',
  '/admin': 'admin',
  '/superadmin': 'admin',
  '/statistics': 'admin',
  '/contact': 'admin',
  '/safety': 'admin',
  '/newsletter': 'admin',
  '/notifications': 'notifications',
}

/** Calls that stand under a prefix of another service. */
export const overrides: Readonly<Record<string, Service>> = {
  'POST /superadmin/admins': 'auth',
  'POST /superadmin/backups/auth': 'auth',
  'POST /superadmin/backups/users': 'users',
  'POST /superadmin/backups/availability': 'availability',
  'POST /superadmin/backups/notifications': 'notifications',
  'GET /me/export/account': 'auth',
  'GET /me/export/lessons': 'availability',
  'GET /me/export/administration': 'admin',
  'GET /me/export/mails': 'notifications',
  'DELETE /me': 'auth',
  'GET /teachers/:id/reviews': 'availability',
  'GET /me/calendar': 'availability',
  'POST /me/calendar': 'availability',
}

export type Target = { key: string; service: Service; endpoint: Endpoint }
export type Match = { target: Target } | { allowed: readonly string[] } | null
export type FindRoute = (method: string, path: string) => Match

type Node = {
  literals: Map<string, Node>
  /** `:id` or `:token.ics`; the suffix is compared, the rest is the parameter. */
  parameters: { suffix: string; node: Node }[]
  methods: Map<string, Target>
}

/**
 * Compiles the tables into one lookup. Segments are compared byte for byte: another case, an encoded letter
 * or a slash too many is another path, so no limit or policy can be walked around that way.
 * Only declared calls pass; a call belongs to the service whose table declares it.
 * @throws Error at start when a call is declared twice or under a prefix that is not its service's
 */
export function compileRoutes(declared: Readonly<Record<string, EndpointTable>> = tables): FindRoute {
  const root = newNode()
  for (const [service, table] of Object.entries(declared)) {
    for (const [key, endpoint] of Object.entries(table)) {
      const { method, path } = splitKey(key)
      const node = path.slice(1).split('/').reduce(descend, root)
      if (node.methods.has(method)) throw new Error(`declared twice: ${key}`)
      if (ownerOf(key, path) !== service) throw new Error(`${key} does not belong to ${service}`)
      // `as`: the keys of `tables` are services; Object.entries forgets it
      node.methods.set(method, { key, service: service as Service, endpoint })
    }
  }
  return (method, path) => {
    const node = find(root, path.slice(1).split('/'), 0)
    if (!node) return null
    const target = node.methods.get(method === 'HEAD' ? 'GET' : method)
    return target ? { target } : { allowed: [...node.methods.keys()] }
  }
}

function descend(node: Node, segment: string): Node {
  if (!segment.startsWith(':')) {
    const next = node.literals.get(segment) ?? newNode()
    node.literals.set(segment, next)
    return next
  }
  const suffix = segment.replace(/^:\w+/, '')
  const known = node.parameters.find((parameter) => parameter.suffix === suffix)
  if (known) return known.node
  const next = newNode()
  node.parameters.push({ suffix, node: next })
  node.parameters.sort((a, b) => b.suffix.length - a.suffix.length)
  return next
}

function find(node: Node, segments: readonly string[], at: number): Node | null {
  const segment = segments[at]
  if (segment === undefined) return node.methods.size > 0 ? node : null
  if (segment === '') return null
  const literal = node.literals.get(segment)
  const found = literal && find(literal, segments, at + 1)
  if (found) return found
  for (const { suffix, node: next } of node.parameters) {
    if (!segment.endsWith(suffix) || segment.length === suffix.length) continue
    const deeper = find(next, segments, at + 1)
    if (deeper) return deeper
  }
  return null
}

function ownerOf(key: string, path: string): Service | undefined {
  return overrides[key] ?? prefixes[`/${path.split('/')[1]}`]
}

function newNode(): Node {
  return { literals: new Map(), parameters: [], methods: new Map() }
}
