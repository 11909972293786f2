import { join } from 'node:path'
import { lifetime, say, unlessStopped } from '../process/main.ts'
import { root } from '../process/paths.ts'
import { startServers } from '../servers/backing.ts'
import { ensureEngine, installedEngine } from '../site/media-engine.ts'
import { withTrialFolder } from '../trials/trial.ts'
import { quickManifestChecks } from './manifests.ts'
import { nightFiles } from './nightly.ts'
import { check, jest, reports, type Step, step, totalOf } from './steps.ts'

/** Lint, types and manifests. */
export async function staticChecks(): Promise<Step[]> {
  return [
    await step('lint and types', async () => {
      // at the same time: each uses one core
      const all = [
        check('tsc', '-p', 'tsconfig.node.json', ...rememberedIn('types-node')),
        check('tsc', '-p', 'tsconfig.web.json', ...rememberedIn('types-web')),
        check('biome', 'check', '.'),
      ]
      return totalOf(await Promise.all(all))
    }),
    ...(await quickManifestChecks()),
  ]
}

/** The next run looks only at what has changed since. */
const rememberedIn = (name: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  join(root, '.data', `${name}.tsbuildinfo`),
]

/** What a person waits for before a commit: of the screens only the tests of what has changed since the last one. */
export function quickUnit(): Promise<Step> {
  return step('unit', async () => {
    const args = ['--maxWorkers=2']
    const changed = [...args, '--onlyChanged', '--passWithNoTests']
    return totalOf([
      await jest({ projects: ['node'], folder: reports, args }),
      await jest({ projects: ['web'], folder: reports, args: changed, mayBeNone: true }),
    ])
  })
}

export function unit(workers: number): Promise<Step> {
  return step('unit', () =>
    jest({ projects: ['node', 'web'], folder: reports, args: [`--maxWorkers=${workers}`] }),
  )
}

type Wanted = { names?: readonly string[]; night?: boolean }

/** What can be said of the front ends as they were built. */
export function builtPages(): Promise<Step> {
  return step('built pages', () => jest({ projects: ['built'], folder: reports }))
}

/** Only this file needs the media engine, whose build takes five minutes where none is there. */
const media = 'services/classroom/test/media.test.ts'

/**
 * Tests each service against the real servers, which run only for this.
 * @param names only files with one of these in their path; without names all, at night also the files of the night
 */
export function integration({ names = [], night = false }: Wanted = {}): Promise<Step> {
  return step('integration', () =>
    withTrialFolder('servers', async (dataDir) => {
      const servers = await startServers({ dataDir, ports: 'free', say, stop: lifetime, open: true })
      const run = (folder: string, engine: string | null, ...args: string[]) =>
        jest({
          projects: ['integration'],
          folder,
          again: true,
          // much of it is waiting
          args: ['--maxWorkers=4', ...args],
          env: { ...servers.addressesOf('operator'), ...(engine && { LIVEKIT_SERVER: engine }) },
        })
      try {
        await unlessStopped(lifetime, servers.crew.ready())
        const late = names.length === 0 && !night ? nightFiles : []
        const asksForMedia = names.length === 0 || names.some((name) => media.includes(name))
        const engine = installedEngine()
        if (engine || !asksForMedia) return await run(reports, engine, ...names, ...except(late))
        const first = await run(reports, null, ...names, ...except([...late, media]))
        const built = await ensureEngine({ say, stop: lifetime })
        return totalOf([first, await run(join(reports, 'media'), built, media)])
      } finally {
        // their data goes anyway
        await servers.stop(1000)
      }
    }),
  )
}

const except = (files: readonly string[]) =>
  files.length === 0 ? [] : ['--testPathIgnorePatterns', ...files]

/** The same suite against the servers of docker-compose.yml in throw-away containers. */
export function integrationInContainers(args: readonly string[] = []): Promise<Step> {
  return step('integration (containers)', async () => {
    const { startContainers } = await import('./containers.ts')
    const servers = await startContainers()
    try {
      return await jest({
        projects: ['integration'],
        folder: join(reports, 'containers'),
        args: ['--maxWorkers=2', ...args],
        // the image's planner is MongoDB's own
        env: { ...servers.addresses, EXPLAIN_QUERIES: 'true' },
      })
    } finally {
      await servers.stop()
    }
  })
}
