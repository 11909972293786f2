import { conclude, type Step, step } from '../local/checks/steps.ts'
import { PlainError } from '../local/process/fail.ts'
import { lifetime } from '../local/process/main.ts'
import { nodeBinary } from '../local/process/paths.ts'
import { runProgram } from '../local/tools/programs.ts'
import { print } from '../local/trials/trial.ts'
import { printLoad } from './support/size.ts'

/** In this order. The last three need a browser and LiveKit. `rolling-restart` is not here: it needs a running compose project. */
const scenarios = [
  'soak',
  'kills',
  'kills-except-mail',
  'kafka-away',
  'redis-emptied',
  'database-killed',
  'relay-stops',
  'mail-worker-stops',
  'smtp-drops',
  'poison',
  'replay',
  'kafka-half-open',
  'deletion',
  'decisions',
  'same-address',
  'kafka-stands',
  'redis-stands',
  'redis-moves',
  'database-stands',
  'database-away',
  'starts-without-database',
  'passing-failures',
  'smtp-refuses',
  'clocks',
  'restore',
  'reemit',
  'rolls-back',
  'classroom-board',
  'classroom-restarts',
  'classroom-media',
  'classroom-outages',
  'classroom-nodes',
] as const

/**
 * All fault scenarios in a row, at full size with one seed, and a table at the end. `SIZE=small` for small sizes,
 * `ONLY=kills,replay` for some of them.
 */
export async function run(): Promise<void> {
  const seed = process.env['SEED'] ?? String(Date.now() % 100_000)
  const env = { SIZE: process.env['SIZE'] ?? 'full', SEED: seed }
  const only = process.env['ONLY']?.split(',')
  print(`seed ${seed}, size ${env.SIZE}`)
  const steps: Step[] = []
  const play = async (name: string, title: string, more: Record<string, string> = {}) => {
    const args = ['infra/commands/chaos.ts', name]
    const command = { command: nodeBinary, args, env: { ...env, ...more }, show: true }
    const work = async () => {
      const { code } = await runProgram({ ...command, stop: lifetime })
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    }
    steps.push(await step(title, work))
    printLoad()
  }
  for (const name of scenarios.filter((one) => !only || only.includes(one))) {
    await play(name, name)
    // the minute of F3 has limits that half an hour cannot keep
    if (name === 'kafka-away' && env.SIZE === 'full') await play(name, 'kafka-away, 60 s', { SECONDS: '60' })
  }
  if (conclude(steps) !== 0) throw new PlainError(`Not every scenario kept its bar (seed ${seed}).`)
}
