import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serveHttp } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeEach, expect, it } from '@jest/globals'
import { root as repository } from '../local/process/paths.ts'
import { renewDigests } from './digests.ts'
import { imagesIn, publishImages } from './images.ts'

const registry = 'registry.test/darsi'
const say = () => {}
/** Notes its calls, and answers as a docker that has pushed. */
const docker = `#!/bin/sh
echo "$*" >> "$CALLS"
[ "$1" != image ] || echo "\${5%:*}@sha256:digest-of-\${5##*/}"
`
let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const { PATH = '' } = process.env
const named = ['docker-compose.yml', 'docker-compose.production.yml', 'infra/docker/service.Dockerfile']
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'images-'))
  for (const file of named) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(repository, file), join(root, file))
  }
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.tn')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  git('tag', 'v1.0.0')
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin/docker'), docker)
  chmodSync(join(root, 'bin/docker'), 0o755)
  process.env['CALLS'] = join(root, 'calls')
  process.env['PATH'] = `${join(root, 'bin')}:${PATH}`
})
afterAll(() => {
  process.env['PATH'] = PATH
})
const calls = () => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n')

it('every image that the compose files build is published, labelled with version and commit, and listed with its digest', async () => {
  expect(
    imagesIn(root)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(
    [
      ...['admin', 'auth', 'availability', 'classroom', 'gateway', 'notifications', 'tools', 'users'],
      ...['admin', 'parent', 'student', 'super-admin', 'teacher'].map((role) => `dashboard-${role}`),
      'shell',
    ].toSorted(),
  )
  await publishImages('1.0.0', { root, folder: root, registry, say })
  const users = calls().find((call) => call.startsWith('build') && call.includes('/users:1.0.0'))
  expect(users).toContain('--build-arg FOLDER=services/users')
  expect(users).toContain('--label org.opencontainers.image.version=1.0.0')
  expect(users).toContain(`--label org.opencontainers.image.revision=${git('rev-parse', 'HEAD')}`)
  expect(calls().filter((call) => call.startsWith('push'))).toHaveLength(14)
  expect(readFileSync(join(root, 'images.txt'), 'utf8')).toContain(
    `${registry}/users:1.0.0@sha256:digest-of-users:1.0.0\n`,
  )
  expect(calls().join()).not.toContain('PREVIOUS')
})

it('a front end carries the parts of the release before, and another commit than the tagged one is not published', async () => {
  git('commit', '--quiet', '--allow-empty', '--message', 'second')
  await expect(publishImages('1.1.0', { root, folder: root, registry, say })).rejects.toThrow('is not v1.1.0')
  git('tag', 'v1.1.0')
  await publishImages('1.1.0', { root, folder: root, registry, say })
  const built = (name: string) =>
    calls().find((call) => call.startsWith('build') && call.includes(`/${name}:1.1.0`))
  expect(built('shell')).toContain(`--build-arg PREVIOUS=${registry}/shell:1.0.0`)
  expect(built('users')).not.toContain('PREVIOUS')
})

const digest = `sha256:${'a'.repeat(64)}`
const asked: string[] = []
const registryServer = await serveHttp(({ url = '', headers }, response) => {
  if (url.startsWith('/token')) return response.end(JSON.stringify({ token: 'for everyone' }))
  if (headers.authorization !== 'Bearer for everyone')
    return response
      .writeHead(401, {
        'www-authenticate': `Bearer realm="${registryServer.url}/token",service="registry",scope="pull"`,
      })
      .end()
  asked.push(url)
  response.writeHead(url.includes('missing') ? 404 : 200, { 'docker-content-digest': digest }).end()
})
afterAll(registryServer.close)

it('images of others are pinned to the digest that the registry has now, and pinned again by the next release', async () => {
  const production = join(root, 'docker-compose.production.yml')
  await renewDigests({ root, mirror: registryServer.url })
  const once = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  expect(once).toContain(`    image: mongo:8@${digest}\n`)
  expect(once).toContain(`    image: livekit/livekit-server:v1.13.5@${digest}\n`)
  expect(once).toMatch(/\/users:\$\{DARSI_TAG:-latest\}\n/)
  expect(readFileSync(join(root, 'infra/docker/service.Dockerfile'), 'utf8')).toContain(
    `ARG NODE_IMAGE=node:24-bookworm-slim@${digest}\n`,
  )
  expect(asked).toContain('/v2/library/mongo/manifests/8')
  await renewDigests({ root, mirror: registryServer.url })
  expect(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).toBe(once)
  writeFileSync(production, 'services:\n  one:\n    image: registry.test/missing:1\n')
  await expect(renewDigests({ root, mirror: registryServer.url })).rejects.toThrow(
    'it answered 404. Nothing was changed.',
  )
})
