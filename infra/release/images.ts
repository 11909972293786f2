import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../local/process/fail.ts'
import { runProgram } from '../local/tools/programs.ts'

export type Image = { name: string; dockerfile: string; folder?: string }

/** Every image that the compose files build, once. */
export function imagesIn(root: string): Image[] {
  const found = new Map<string, Image>()
  for (const file of ['docker-compose.yml', 'docker-compose.production.yml'])
    for (const [, dockerfile = '', folder, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /build: \{ context: \., dockerfile: (\S+?)(?:, args: \{ FOLDER: (\S+) \})? \}\n +image: \$\{DARSI_REGISTRY:-localhost\/darsi\}\/([\w-]+):/g,
    ))
      found.set(name, { name, dockerfile, ...(folder && { folder }) })
  return [...found.values()]
}

type Publishing = {
  root: string
  /** Where images.txt is written. */
  folder: string
  /** `registry.example/darsi` */
  registry: string
  say: (text: string) => void
}

/**
 * Builds the images of the tagged release, labels them and pushes them. Writes `images.txt`: their names with digests.
 * A front end carries the parts of the release before, which open pages still load.
 */
export async function publishImages(version: string, { root, folder, registry, say }: Publishing) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const revision = git('rev-parse', 'HEAD')
  if (git('tag', '--points-at', 'HEAD', '--list', `v${version}`) === '')
    throw new PlainError(`The present commit is not v${version}. Next: git checkout v${version}`)
  const before = git('tag', '--list', 'v*', '--sort=-version:refname', '--no-contains', 'HEAD').split('\n')[0]
  const labels = { version, revision, created: git('show', '--no-patch', '--format=%cI', 'HEAD') }
  const labelArgs = Object.entries(labels).flatMap(([key, value]) => [
    '--label',
    `org.opencontainers.image.${key}=${value}`,
  ])
  const docker = async (...args: string[]) => {
    const { code, output } = await runProgram({ command: 'docker', args, cwd: root })
    if (code !== 0) throw new PlainError(`docker ${args[0]} failed:\n${output}`)
    return output.trim()
  }
  const lines: string[] = []
  for (const { name, dockerfile, folder: part } of imagesIn(root)) {
    const image = `${registry}/${name}:${version}`
    const carries = before !== undefined && before !== '' && dockerfile.includes('front-end')
    await docker(
      ...['build', '--file', dockerfile, '--tag', image, ...labelArgs],
      ...(part ? ['--build-arg', `FOLDER=${part}`] : []),
      ...(carries ? ['--build-arg', `PREVIOUS=${registry}/${name}:${before.slice(1)}`] : []),
      '.',
    )
    await docker('push', '--quiet', image)
    const digests = await docker(
      'image',
      'inspect',
      '--format',
      '{{range .RepoDigests}}{{println .}}{{end}}',
      image,
    )
    const digest = digests.split('\n').find((line) => line.startsWith(`${registry}/${name}@`))
    if (!digest) throw new PlainError(`${image} has no digest after its push.`)
    lines.push(`${image}${digest.slice(digest.indexOf('@'))}\n`)
    say(lines.at(-1)?.trim() ?? '')
  }
  writeFileSync(join(folder, 'images.txt'), lines.join(''))
}
