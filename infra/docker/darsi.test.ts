import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

// fake docker: a line for each call, an answer for those that the script reads; `fails` has patterns of calls that fail
const docker = `#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/calls"
while read -r pattern; do case "$*" in $pattern) exit 1 ;; esac; done < "$here/fails"
case "$*" in
  "version --format"*) cat "$here/engine" ;;
  "compose ps --all"*) cat "$here/parts" ;;
  "compose ps --quiet") echo one ;;
  "compose ps --quiet "*) part=$4; ls "$here/running" 2> /dev/null | grep "^$part-" || true ;;
  "compose up"*"--scale"*) for part; do :; done; touch "$here/running/$part-new" ;;
  "inspect --format {{.HostConfig.Memory}}"*) echo 536870912 ;;
  inspect*) cat "$here/health" ;;
  "stop --time 45 "*) rm -f "$here/running/$4" ;;
  "rm --force "*) rm -f "$here/running/$3" ;;
  *keys*--files*) mkdir -p secrets/servers; for key in auth_keys event_key; do echo key > secrets/$key; done; echo redis://x > secrets/servers/redis_url_operator; echo mongodb://x > secrets/servers/mongo_url_operator ;;
  *mongodump*) printf dump | gzip ;;
  *"away restore"*) mkdir -p backups/2031-01-01-023000; echo > backups/2031-01-01-023000/complete ;;
  *"tar -C"*) tar -cf - -C "$here" calls ;;
  *create-super-admin*) echo https://darsi.test/reset-password?token=x ;;
esac
`
// keeps its table beside itself
const crontab = `#!/bin/sh
table=$(dirname "$0")/table
if [ "$1" = -l ]; then cat "$table"; else cat > "$table.new"; mv "$table.new" "$table"; fi
`
const flags = ['--url', 'https://darsi.test', '--email', 'amal@darsi.test']
const rest = [
  '--smtp',
  'smtps://user:secret@mail.test',
  '--ip',
  '198.51.100.7',
  '--operator',
  'Cours "du $oir"',
  '--address',
  'Sfax',
]

let folder: string
let bin: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darsi-operator-'))
  bin = join(folder, 'bin')
  mkdirSync(join(bin, 'running'), { recursive: true })
  copyFileSync(join(root, 'darsi'), join(folder, 'darsi'))
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  for (const [name, text] of [
    ['docker', docker],
    ['getent', '#!/bin/sh\necho "198.51.100.7 STREAM darsi.test"\n'],
    ['curl', '#!/bin/sh\nexit 0\n'],
    ['timedatectl', '#!/bin/sh\necho yes\n'],
    ['crontab', crontab],
  ] as const) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  for (const name of ['fails', 'calls', 'table']) writeFileSync(join(bin, name), '')
  writeFileSync(join(bin, 'health'), 'healthy\n')
  writeFileSync(join(bin, 'engine'), '28.5.2\n')
  writeFileSync(join(bin, 'parts'), 'auth running healthy\naccess exited \ngateway running healthy\n')
  writeFileSync(join(folder, 'meminfo'), 'MemTotal: 4194304 kB\nSwapTotal: 0 kB\n')
  writeFileSync(join(folder, 'overcommit'), '1\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function darsi(...args: string[]) {
  const { PATH = '' } = process.env
  const env = {
    PATH: `${bin}:${PATH}`,
    PATIENCE: '0',
    MEMINFO: join(folder, 'meminfo'),
    OVERCOMMIT: join(folder, 'overcommit'),
  }
  const { status, stdout, stderr } = spawnSync(join(folder, 'darsi'), args, {
    env: { ...env, ...(args[0] === 'restore' && { DARSI_YES: 'yes' }) },
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}
const calls = () => readFileSync(join(bin, 'calls'), 'utf8').split('\n').filter(Boolean)
const settings = () => readFileSync(join(folder, '.env'), 'utf8')
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(settings())?.[1]
const fails = (pattern: string) => writeFileSync(join(bin, 'fails'), `${pattern}\n`)
const installed = () => expect(darsi('install', ...flags, ...rest)).toMatchObject({ status: 0 })
/** The copies whose time the node exporter reads. */
const told = () =>
  readdirSync(join(folder, 'backups', 'metrics')).map((name) => {
    const text = readFileSync(join(folder, 'backups', 'metrics', name), 'utf8')
    return /^darsi_backup_timestamp_seconds\{of="(\w+)"\} \d{10}\n$/.exec(text)?.[1]
  })
const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8)

/** The commands that need an installation. */
const ofInstalled = 'start stop status doctor backup restore upgrade rollback logs'.split(' ')

describe('./darsi', () => {
  it('is plain POSIX sh, and names its commands', () => {
    execFileSync('sh', ['-n', join(root, 'darsi')])
    const { status, said } = darsi()
    expect(status).toBe(0)
    for (const name of ['install', ...ofInstalled, 'fetch', 'mail']) expect(said).toContain(`./darsi ${name}`)
    expect(darsi('instal')).toMatchObject({ status: 1, said: expect.stringContaining('Unknown: instal') })
  })

  it('each command before the installation says what comes first', () => {
    for (const name of ofInstalled)
      expect(darsi(name)).toMatchObject({ status: 1, said: expect.stringContaining('Next: ./darsi install') })
    expect(calls()).toEqual([])
  })

  it('installs with flags alone: settings, keys, start, first administrator; nobody else can read them', () => {
    const { status, said } = darsi('install', ...flags, ...rest)
    expect({ status, said }).toMatchObject({ status: 0 })
    expect(said).toContain('https://darsi.test/reset-password?token=x')
    expect(setting('PUBLIC_URL')).toBe('https://darsi.test')
    expect(setting('MAIL_FROM')).toBe('no-reply@darsi.test')
    // as compose reads a value between double quotes
    expect(setting('OPERATOR_NAME')).toBe('"Cours \\"du \\$oir\\""')
    expect(setting('DARSI_TAG')).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
    expect(readFileSync(join(folder, 'secrets/smtp_url'), 'utf8')).toBe('smtps://user:secret@mail.test\n')
    expect([modeOf('.env'), modeOf('secrets'), modeOf('secrets/smtp_url')]).toEqual(['600', '700', '644'])
    // no password in a command line, which other users see
    expect(calls().join('\n')).not.toContain('secret@')
    const order = ['--profile tools build', 'keys --files /secrets', 'up -d --wait', 'create-super-admin']
    const at = order.map((part) => calls().findIndex((call) => call.includes(part)))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at).not.toContain(-1)
    expect(darsi('install', ...flags, ...rest).said).toContain('is installed here')
  })

  it('takes images from a registry where one is named, and builds none', () => {
    expect(
      darsi('install', ...flags, ...rest, '--registry', 'registry.test/darsi', '--tag', '1.2.0').status,
    ).toBe(0)
    expect([setting('DARSI_REGISTRY'), setting('DARSI_TAG')]).toEqual(['registry.test/darsi', '1.2.0'])
    expect(calls()).toContain('compose --profile tools pull')
    expect(calls().some((call) => call.includes('build'))).toBe(false)
  })

  it.each([
    [flags, '--smtp is missing'],
    [['--url', 'http://darsi.test', ...flags.slice(2), ...rest], 'must begin with https://'],
    [[...flags, '--smtp', 'mail.test', '--ip', '::1'], 'must begin with smtp:// or smtps://'],
    [['--colour', 'red'], 'Unknown: --colour'],
    [['--url'], '--url needs a value'],
  ])('installs nothing with %j', (given, words) => {
    expect(darsi('install', ...given)).toMatchObject({ status: 1, said: expect.stringContaining(words) })
    expect(existsSync(join(folder, '.env'))).toBe(false)
  })

  it('status names the part that does not answer, and how to read what it says', () => {
    installed()
    expect(darsi('status')).toMatchObject({ status: 0, said: expect.stringContaining('Everything runs.') })
    writeFileSync(join(bin, 'parts'), 'auth running unhealthy\ngateway running healthy\n')
    expect(darsi('status')).toMatchObject({
      status: 1,
      said: expect.stringContaining('Next: ./darsi logs auth'),
    })
    writeFileSync(join(bin, 'parts'), '')
    expect(darsi('status').said).toContain('Nothing runs. Next: ./darsi start')
  })

  it('doctor finds nothing on a machine in order, and otherwise names each thing with its next step', () => {
    installed()
    const more = 'BACKUP_TO=s3:https://s3.test/darsi\nBOUNCE_ADDRESS=bounces@darsi.test\n'
    writeFileSync(join(folder, '.env'), `${settings()}${more}`, { mode: 0o600 })
    expect(darsi('backup').status).toBe(0)
    expect(darsi('doctor')).toMatchObject({ status: 0, said: expect.stringContaining('Nothing is wrong.') })
    writeFileSync(join(folder, 'meminfo'), 'MemTotal: 200000 kB\nSwapTotal: 0 kB\n')
    writeFileSync(join(folder, 'overcommit'), '0\n')
    writeFileSync(join(bin, 'getent'), '#!/bin/sh\necho "192.0.2.1 STREAM darsi.test"\n')
    writeFileSync(join(bin, 'curl'), '#!/bin/sh\necho certificate has expired >&2; exit 60\n')
    writeFileSync(join(folder, '.env'), settings().replace('BACKUP_TO', 'NOTHING'))
    chmodSync(join(folder, '.env'), 0o644)
    rmSync(join(folder, 'backups'), { recursive: true })
    fails('*createTransport*\n*mailbox-test-cli*')
    const { status, said } = darsi('doctor')
    expect(status).toBe(1)
    for (const words of [
      'the limits of all parts, 512 MB, are more than twice the memory of 195 MB',
      'vm.overcommit_memory=1',
      'darsi.test does not lead to 198.51.100.7',
      'certificate has expired',
      'chmod 600 .env',
      'the mail server refuses',
      'the mailbox for returned mails refuses',
      'no backup of the last 26 hours',
      'backups stay on this machine',
      '9 to look at.',
    ])
      expect(said).toContain(words)
  })

  it.each([
    ['24.0.9', '✗ Docker 24.0.9 is older than 25'],
    ['9.1', '✗ Docker 9.1 is older than 25'],
    ['29.0.0-rc.1', '✓ Docker 29.0.0-rc.1'],
    ['library-import', '✓ Docker of an unknown version: library-import'],
  ])('doctor reads the version of the engine: %s', (engine, words) => {
    installed()
    writeFileSync(join(bin, 'engine'), `${engine}\n`)
    const { said } = darsi('doctor')
    expect(said).toContain(words)
    expect(said).not.toContain('Illegal number')
  })

  it('a backup is complete only when each part can be read', () => {
    installed()
    fails('*tar -C /files*')
    expect(darsi('backup')).toMatchObject({
      status: 1,
      said: expect.stringContaining('files could not be copied'),
    })
    expect(
      readdirSync(join(folder, 'backups')).every(
        (one) => !existsSync(join(folder, 'backups', one, 'complete')),
      ),
    ).toBe(true)
    fails('')
    rmSync(join(folder, 'backups'), { recursive: true })
    expect(darsi('backup').status).toBe(0)
    const [made = ''] = readdirSync(join(folder, 'backups'))
    expect(readdirSync(join(folder, 'backups', made)).toSorted()).toEqual([
      'complete',
      'databases.gz',
      'files.tar',
      'ledger.tar',
    ])
    expect(told()).toEqual(['databases', 'files', 'ledger'])
  })

  it('sends a backup to another machine, reads it back and says when it is only here', () => {
    installed()
    expect(darsi('backup').said).toContain('set BACKUP_TO in .env')
    expect(calls().some((call) => call.includes(' away '))).toBe(false)
    writeFileSync(join(folder, '.env'), `${settings()}BACKUP_TO=sftp:darsi@backup.test:/darsi\n`)
    expect(darsi('backup')).toMatchObject({
      status: 0,
      said: expect.stringContaining('here and at BACKUP_TO'),
    })
    const sent = calls().flatMap((call) => / away (\w+)/.exec(call)?.[1] ?? [])
    expect(sent).toEqual(['cat', 'unlock', 'backup', 'forget', 'check'])
    expect(told()).toEqual(['away', 'databases', 'files', 'ledger'])
    fails('*away check*')
    expect(darsi('backup')).toMatchObject({ status: 1, said: expect.stringContaining('is damaged') })
    fails('*away cat config*')
    writeFileSync(join(bin, 'calls'), '')
    expect(darsi('backup').status).toBe(0)
    expect(calls().some((call) => call.endsWith('away init'))).toBe(true)
  })

  it('brings the newest backup to an empty machine', () => {
    installed()
    expect(darsi('fetch')).toMatchObject({ status: 1, said: expect.stringContaining('BACKUP_TO is not set') })
    writeFileSync(join(folder, '.env'), `${settings()}BACKUP_TO=s3:https://s3.test/darsi\n`)
    expect(darsi('fetch').said).toContain('./darsi restore backups/2031-01-01-023000')
    fails('*away restore*')
    expect(darsi('fetch').status).toBe(1)
  })

  it('makes a backup every night, by one line however often it is installed', () => {
    writeFileSync(join(bin, 'table'), '5 4 * * * /usr/bin/true\n')
    installed()
    rmSync(join(folder, '.env'))
    installed()
    const table = readFileSync(join(bin, 'table'), 'utf8')
    expect(table.match(/darsi backup/g)).toHaveLength(1)
    expect(table).toContain('/usr/bin/true')
  })

  it('sends a test mail', () => {
    installed()
    expect(darsi('mail', 'test')).toMatchObject({ status: 1, said: expect.stringContaining('To whom?') })
    expect(darsi('mail', 'test', 'amal@darsi.test', '--selector', 'relay1').status).toBe(0)
    expect(calls().at(-1)).toContain('mail-test-cli.ts amal@darsi.test --selector relay1')
    fails('*mail-test-cli*')
    expect(darsi('mail', 'test', 'amal@darsi.test').said).toContain('docs/mail.md')
  })

  it('restores in the order of the manual, and nothing from a damaged or half backup', () => {
    installed()
    expect(darsi('backup').status).toBe(0)
    const [made = ''] = readdirSync(join(folder, 'backups'))
    writeFileSync(join(bin, 'calls'), '')
    expect(darsi('restore', `backups/${made}`)).toMatchObject({ status: 0 })
    const order = [
      'stop gateway',
      'tar -x -C /ledger',
      'dropDatabase',
      'flushall',
      'oplogReplay',
      'tar -x -C /files',
      'restore-cli.ts',
      'up -d --wait',
    ]
    const at = order.map((part) => calls().findLastIndex((call) => call.includes(part)))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at).not.toContain(-1)
    expect(setting('TOPIC_PREFIX')).toMatch(/^r\d{14}-$/)
    writeFileSync(join(folder, 'backups', made, 'files.tar'), 'cut')
    writeFileSync(join(bin, 'calls'), '')
    expect(darsi('restore', `backups/${made}`).said).toContain('is damaged')
    expect(darsi('restore', 'backups/none').said).toContain('is no complete backup')
    expect(darsi('restore').said).toContain(`There are: backups/${made}`)
    expect(calls()).toEqual([])
  })

  it('upgrades part after part, the shell last, and rolls back in the opposite order', () => {
    installed()
    const old = setting('DARSI_TAG')
    for (const part of ['users', 'auth', 'admin', 'shell'])
      writeFileSync(join(bin, 'running', `${part}-old`), '')
    writeFileSync(join(bin, 'calls'), '')
    expect(darsi('upgrade', '1.9.0')).toMatchObject({ status: 0 })
    expect([setting('DARSI_TAG'), setting('DARSI_PREVIOUS')]).toEqual(['1.9.0', old])
    expect(readdirSync(join(bin, 'running')).toSorted()).toEqual([
      'admin-new',
      'auth-new',
      'shell-new',
      'users-new',
    ])
    const scaled = () => calls().flatMap((call) => /--scale (\w+)=2/.exec(call)?.[1] ?? [])
    expect(scaled()).toEqual(['users', 'auth', 'admin', 'shell'])
    expect(calls().findIndex((call) => call.includes('mongodump'))).toBe(0)
    // pages that are open load parts of the build before
    expect(calls()).toContain(`compose build --build-arg PREVIOUS=localhost/darsi/shell:${old} shell`)
    writeFileSync(join(bin, 'calls'), '')
    expect(darsi('rollback')).toMatchObject({ status: 0 })
    expect(setting('DARSI_TAG')).toBe(old)
    expect(scaled()).toEqual(['shell', 'admin', 'auth', 'users'])
  })

  it('a successor that does not answer goes, and what runs stays', () => {
    installed()
    writeFileSync(join(bin, 'running', 'users-old'), '')
    writeFileSync(join(bin, 'health'), 'starting\n')
    expect(darsi('upgrade', '1.9.0')).toMatchObject({
      status: 1,
      said: expect.stringContaining('Next: ./darsi rollback'),
    })
    expect(readdirSync(join(bin, 'running'))).toEqual(['users-old'])
  })

  it('an upgrade without images, or without a backup, changes nothing', () => {
    installed()
    const before = settings()
    fails('compose --profile tools build')
    expect(darsi('upgrade', '1.9.0').said).toContain('Nothing was changed.')
    expect(setting('DARSI_TAG')).toBe(/^DARSI_TAG=(.*)$/m.exec(before)?.[1])
    fails('*mongodump*')
    writeFileSync(join(bin, 'calls'), '')
    expect(darsi('upgrade', '1.9.0').status).toBe(1)
    expect(calls()).toHaveLength(1)
  })

  it('an upgrade goes on when only the copy to another machine fails', () => {
    installed()
    writeFileSync(join(folder, '.env'), `${settings()}BACKUP_TO=sftp:darsi@backup.test:/darsi\n`)
    fails('*away backup*')
    expect(darsi('upgrade', '1.9.0')).toMatchObject({
      status: 0,
      said: expect.stringContaining('The upgrade goes on'),
    })
    expect(setting('DARSI_TAG')).toBe('1.9.0')
  })
})
