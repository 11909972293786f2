import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../process/fail.ts'
import { lifetime } from '../process/main.ts'
import { runProgram } from './programs.ts'
import { which } from './tools.ts'

/** The compose command, separated by spaces: `docker-compose -p darsi --env-file trial.env`. */
function command(): string[] {
  const given = process.env['COMPOSE']
  if (given) return given.split(' ')
  return which('docker-compose') ? ['docker-compose'] : ['docker', 'compose']
}

/** Runs compose on the project. @throws PlainError with the end of its output */
export async function compose(...args: readonly string[]): Promise<string> {
  const [program = '', ...first] = command()
  return said(program, [...first, ...args])
}

/** The running containers of a service. */
export async function containersOf(service: string): Promise<string[]> {
  const ids = await compose('ps', '-q', service)
  return ids.split('\n').filter((line) => /^[0-9a-f]{12,}$/.test(line))
}

export async function untilHealthy(id: string, patienceMs = 90_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const state = await docker('inspect', '-f', '{{.State.Health.Status}}', id)
    if (state.trim() === 'healthy') return
    if (Date.now() > deadline) throw new PlainError(`${id} is ${state.trim()} after ${patienceMs / 1000} s.`)
    await sleep(500)
  }
}

/** Stops it, waits, and removes it. */
export async function removeContainer(id: string): Promise<void> {
  await docker('stop', '-t', '45', id)
  await docker('rm', id)
}

export function docker(...args: readonly string[]): Promise<string> {
  return said(process.env['DOCKER'] ?? 'docker', args)
}

async function said(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runProgram({ command: program, args, stop: lifetime })
  if (code !== 0) throw new PlainError(`${program} ${args.join(' ')} failed:\n${output.trim()}`)
  return output
}
