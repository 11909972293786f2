/** One entry of npm's lockfile (version 3). */
export type Locked = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Lockfile = { packages: Readonly<Record<string, Locked>> }

/**
 * CycloneDX 1.6 of all that the named workspaces run with, found as Node finds it: in the nearest node_modules.
 * The same lockfile gives the same document, without a time or a number of the run.
 */
export function billOfMaterials({ packages }: Lockfile, workspaces: readonly string[]) {
  const found = new Map<string, string[]>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const paths = wants(packages[path] ?? {}).flatMap((name) => resolve(packages, path, name) ?? [])
    found.set(path, paths)
    for (const next of paths) visit(next)
  }
  for (const workspace of workspaces) visit(workspace)
  const places = [...found].filter(([path]) => packages[path]?.version).toSorted(byPath)
  const refOf = (path: string) => `${nameOf(path, packages[path])}@${packages[path]?.version}`
  const unique = new Map(places.map(([path, needs]) => [refOf(path), { path, needs }]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'darsi', name: 'darsi' } },
    components: [...unique].map(([ref, { path }]) => component(ref, path, packages[path])),
    dependencies: [...unique].map(([ref, { needs }]) => ({
      ref,
      dependsOn: [...new Set(needs.map(refOf))].toSorted(),
    })),
  }
}

function component(ref: string, path: string, locked: Locked = {}) {
  const name = nameOf(path, locked)
  const { version, license, integrity } = locked
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    ...(license && { licenses: [{ license: { name: license } }] }),
    ...(integrity && {
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: integrity.split(' ').map(hash),
    }),
  }
}

function hash(integrity: string) {
  const [alg = '', content = ''] = integrity.split('-')
  return { alg: alg.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') }
}

/** What it needs; an optional one may be for another kind of machine and is named all the same. */
function wants({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: Locked): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

function resolve(packages: Lockfile['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = `${folder}${folder && '/'}node_modules/${name}`
    const locked = packages[place]
    // a workspace is a link to its folder
    if (locked) return locked.link ? (locked.resolved ?? null) : place
    if (folder === '') return null
  }
}

function parentOf(folder: string): string {
  const end = Math.max(folder.lastIndexOf('/node_modules/'), folder.lastIndexOf('/'))
  return end === -1 ? '' : folder.slice(0, end)
}

function nameOf(path: string, locked: Locked = {}): string {
  return locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
