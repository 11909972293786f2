import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PlainError } from './fail.ts'
import { runningFrom } from './lock.ts'
import { nodeBinary, root } from './paths.ts'
import { secretsIn } from './secrets.ts'

/**
 * Runs a program of ours at the terminal, in the surroundings of the running local site, or in those of the
 * environment when it names the servers itself. @returns its exit code
 */
export async function runBesideSite(script: string, args: readonly string[]): Promise<number> {
  return runAtTerminal(script, args, await surroundings())
}

/** Runs a program of ours at the terminal. @returns its exit code */
export function runAtTerminal(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(nodeBinary, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function surroundings(): Promise<Record<string, string>> {
  const { MONGO_URL, KAFKA_BROKERS, EVENT_KEY } = process.env
  if (MONGO_URL && KAFKA_BROKERS && EVENT_KEY) return {}
  const dataDir = join(root, '.data')
  const addresses = runningFrom(dataDir, 'site')
  if (!addresses?.['SITE_URL']) {
    throw new PlainError(
      'Darsi does not run here: npm start first, or give MONGO_URL, KAFKA_BROKERS and EVENT_KEY.',
    )
  }
  const { SITE_URL: PUBLIC_URL = '' } = addresses
  // port 0: what it imports from a service may want one, but it serves nothing
  return { ...addresses, ...(await secretsIn(dataDir)), PUBLIC_URL, PORT: '0' }
}
