import { type Endpoint, type EndpointTable, splitKey } from '@darsi/contracts/calls/endpoint.ts'
import { tables } from '@darsi/contracts/calls/tables.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'

/** The service of each prefix. `overrides` names the calls of other services. */
const prefixes: Readonly<Record<string, Service>> = {
  '/auth': 'auth',
  '/me': 'users',
  '/teachers': 'users',
  '/teacher-pages': 'users',
  '/public-teachers': 'users',
  '/photos': 'users',
  '/favorites': 'users',
  '/children': 'users',
  '/consents': 'users',
  '/connections': 'users',
  '/threads': 'users',
  '/materials': 'users',
  '/homework': 'users',
  '/availability': 'availability',
  '/sessions': 'availability',
  '/groups': 'availability',
  '/reports': 'availability',
  '/calendar': 'availability',
  '/classroom': 'classroom',
  '/admin': 'admin',
  '/superadmin': 'admin',
  '/statistics': 'admin',
  '/contact': 'admin',
  '/safety': 'admin',
  '/newsletter': 'admin',
  '/notifications': 'notifications',
}

/** Calls under the prefix of another service. */
const overrides: Readonly<Record<string, Service>> = {
  'POST /superadmin/admins': 'auth',
  'POST /superadmin/backups/auth': 'auth',
  'POST /superadmin/backups/users': 'users',
  'POST /superadmin/backups/availability': 'availability',
  'POST /superadmin/backups/classroom': 'classroom',
  'POST /superadmin/backups/notifications': 'notifications',
  'GET /me/export/account': 'auth',
  'GET /me/export/lessons': 'availability',
  'GET /me/export/classroom': 'classroom',
  'GET /me/export/administration': 'admin',
  'GET /me/export/mails': 'notifications',
  'DELETE /me': 'auth',
  'GET /teachers/:id/reviews': 'availability',
  'POST /admin/classroom-reports/:id/view': 'classroom',
  'GET /admin/classroom-reports/:id/pictures/:picture': 'classroom',
  'POST /admin/reported-files/:id/view': 'users',
  'GET /admin/reported-files/:id/files/:file': 'users',
  'GET /admin/proofs': 'users',
  'GET /admin/teachers/:id/review-file': 'users',
  'GET /admin/teachers/:id/proofs/:proof/file': 'users',
  'PUT /admin/teachers/:id/proofs/:proof': 'users',
  'DELETE /admin/teachers/:id/photo': 'users',
  'GET /me/calendar': 'availability',
  'POST /me/calendar': 'availability',
}

export type Target = { key: string; service: Service; endpoint: Endpoint }
type Match = { target: Target } | { allowed: readonly string[] } | null
export type FindRoute = (method: string, path: string) => Match

/** The child for a parameter has the key `:`. */
type Node = { children: Map<string, Node>; methods: Map<string, Target> }

/**
 * Compiles the tables into one lookup. Segments are compared byte for byte: another case, an encoded letter or an extra
 * slash is another path, so limits and policies cannot be bypassed that way. Only declared calls pass, and each goes to
 * the service that declares it.
 * @throws Error at start when a call is declared twice or under the prefix of another service
 */
export function compileRoutes(declared: Readonly<Record<string, EndpointTable>> = tables): FindRoute {
  const root = newNode()
  for (const [service, table] of Object.entries(declared)) {
    for (const [key, endpoint] of Object.entries(table)) {
      const { method, path } = splitKey(key)
      const node = path.slice(1).split('/').reduce(descend, root)
      if (node.methods.has(method)) throw new Error(`declared twice: ${key}`)
      if (ownerOf(key, path) !== service) throw new Error(`${key} does not belong to ${service}`)
      // `as`: the keys of `tables` are services; Object.entries loses the type
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
  const name = segment.replace(/^:\w+$/, ':')
  if (name.length > 1 && name.startsWith(':')) throw new Error(`nothing may follow a parameter: ${segment}`)
  const next = node.children.get(name) ?? newNode()
  node.children.set(name, next)
  return next
}

function find(node: Node | undefined, segments: readonly string[], at: number): Node | null {
  const segment = segments[at]
  if (!node || segment === '') return null
  if (segment === undefined) return node.methods.size > 0 ? node : null
  return find(node.children.get(segment), segments, at + 1) ?? find(node.children.get(':'), segments, at + 1)
}

function ownerOf(key: string, path: string): Service | undefined {
  return overrides[key] ?? prefixes[`/${path.split('/')[1]}`]
}

function newNode(): Node {
  return { children: new Map(), methods: new Map() }
}
