import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../local/process/fail.ts'

/** Where images of others are named: compose files, our Dockerfiles, values of the chart. The stand-ins have no digest. */
const files = ['docker-compose*.yml', 'infra/docker/*.Dockerfile', 'infra/k8s/darsi/values.yaml']
const named = /(?<=^ *image: |^ARG NODE_IMAGE=)([a-z\d][\w./-]*:[\w.-]+)(?:@sha256:[a-f\d]{64})?$/gm

type Options = {
  root: string
  /** A registry that has the images under the same names, such as a mirror; without it their own one is asked. */
  mirror?: string
}

/**
 * Pins every image of others to the digest that its name has now, so that the same release always gets the same bytes.
 * Nothing is written when one of them cannot be read.
 * @returns the names with their digests
 */
export async function renewDigests({ root, mirror }: Options): Promise<ReadonlyMap<string, string>> {
  const listed = execFileSync('git', ['ls-files', ...files], { cwd: root, encoding: 'utf8' })
  const texts = new Map(
    listed
      .trim()
      .split('\n')
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const names = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name)),
  )
  const digests = new Map<string, string>()
  for (const name of names) digests.set(name, await digestOf(name, mirror))
  for (const [file, text] of texts) {
    const pinned = text.replace(named, (_, name: string) => `${name}@${digests.get(name)}`)
    if (pinned !== text) writeFileSync(join(root, file), pinned)
  }
  return digests
}

const accepted = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/** By the registry's own protocol, without Docker. Public registries give a token to everyone who asks. */
async function digestOf(image: string, mirror?: string): Promise<string> {
  const { registry, repository, tag } = placeOf(image)
  const url = `${mirror ?? registry}/v2/${repository}/manifests/${tag}`
  const ask = (token?: string) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: accepted, ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(20_000),
    })
  try {
    const first = await ask()
    const answer = first.status === 401 ? await ask(await tokenFor(first)) : first
    const digest = answer.headers.get('docker-content-digest') ?? ''
    if (answer.ok && /^sha256:[a-f\d]{64}$/.test(digest)) return digest
    throw new PlainError(`it answered ${answer.status}`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new PlainError(`${url} could not be read: ${why}. Nothing was changed.`)
  }
}

/** The names of Docker Hub lack its address, and those of its own images the folder `library`. */
function placeOf(image: string) {
  const [path = '', tag = ''] = image.split(':')
  const [first = '', ...rest] = path.split('/')
  if (first.includes('.')) return { registry: `https://${first}`, repository: rest.join('/'), tag }
  return {
    registry: 'https://registry-1.docker.io',
    repository: rest.length === 0 ? `library/${path}` : path,
    tag,
  }
}

async function tokenFor(refusal: Response): Promise<string> {
  const challenge = refusal.headers.get('www-authenticate') ?? ''
  const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(challenge)?.[1] ?? ''
  const url = new URL(part('realm'))
  for (const name of ['service', 'scope']) url.searchParams.set(name, part(name))
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  // `as`: the distribution protocol
  const { token, access_token } = (await answer.json()) as { token?: string; access_token?: string }
  return token ?? access_token ?? ''
}
