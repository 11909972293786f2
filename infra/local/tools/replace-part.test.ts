import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { replacePart } from './replace-part.ts'

const old = 'aaaaaaaaaaaa'
const fresh = 'bbbbbbbbbbbb'
const older = 'cccccccccccc'

// fake output of compose and docker: a file for each container, a line for each call
const program = `#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >> calls
case "$*" in
  "ps -q auth") ls running ;;
  "rm --force auth") rm -f stopped/* ;;
  "up -d --no-deps --no-recreate --scale auth=2 auth")
    if [ -e stopped/${older} ]; then touch running/${older}; else touch running/${fresh}; fi ;;
  inspect*) cat health ;;
  "logs --tail 20 ${fresh}") echo EVENT_KEY is missing ;;
  "rm ${old}" | "rm ${fresh}") rm running/$2 ;;
esac
`

const given = process.env
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darsi-replace-'))
})
afterEach(() => {
  process.env = given
  rmSync(folder, { recursive: true })
})

function running(health: string): { containers: () => string[]; calls: () => string[] } {
  const path = join(folder, 'docker')
  writeFileSync(path, program, { mode: 0o755 })
  writeFileSync(join(folder, 'health'), health)
  mkdirSync(join(folder, 'running'))
  mkdirSync(join(folder, 'stopped'))
  writeFileSync(join(folder, 'running', old), '')
  process.env = { ...given, COMPOSE: path, DOCKER: path }
  return {
    containers: () => readdirSync(join(folder, 'running')),
    calls: () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n'),
  }
}

it('stops a container once its successor is healthy', async () => {
  const { containers, calls } = running('healthy')
  expect(await replacePart('auth')).toEqual([fresh])
  expect(containers()).toEqual([fresh])
  const healthy = calls().findIndex((call) => call.startsWith('inspect') && call.endsWith(fresh))
  expect(calls().indexOf(`stop -t 45 ${old}`)).toBeGreaterThan(healthy)
})

it('does not start again what an interrupted replacement left stopped', async () => {
  const { containers } = running('healthy')
  writeFileSync(join(folder, 'stopped', older), '')
  expect(await replacePart('auth')).toEqual([fresh])
  expect(containers()).toEqual([fresh])
})

it('leaves the old container where the new one does not become healthy, and says what that one said', async () => {
  const { containers, calls } = running('starting')
  await expect(replacePart('auth', 0)).rejects.toThrow(/auth was not replaced[\s\S]*EVENT_KEY is missing/)
  expect(containers()).toEqual([old])
  expect(calls()).not.toContain(`stop -t 45 ${old}`)
})

it('refuses a part that does not run, and the one with the published port', async () => {
  running('healthy')
  await expect(replacePart('users')).rejects.toThrow('users does not run.')
  await expect(replacePart('gateway')).rejects.toThrow(/publish/)
})
