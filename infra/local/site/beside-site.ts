import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { secretsIn } from '../keys/secrets.ts'
import { PlainError } from '../process/fail.ts'
import { runningFrom } from '../process/lock.ts'
import { nodeBinary, root } from '../process/paths.ts'

/**
 * Runs one of our programs at the terminal with the environment of the running local site, or with the given
 * environment when it names the servers. @returns its exit code
 */
export async function runBesideSite(script: string, args: readonly string[]): Promise<number> {
  return runAtTerminal(script, args, await siteEnvironment())
}

/** Runs one of our programs at the terminal. @returns its exit code */
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

async function siteEnvironment(): Promise<Record<string, string>> {
  const { MONGO_URL, KAFKA_BROKERS, EVENT_KEY } = process.env
  if (MONGO_URL && KAFKA_BROKERS && EVENT_KEY) return {}
  const dataDir = join(root, '.data')
  const addresses = runningFrom(dataDir, 'site')
  if (!addresses?.['SITE_URL']) {
    throw new PlainError(
      'Darsi does not run here: npm start first, or give MONGO_URL, KAFKA_BROKERS and EVENT_KEY.',
    )
  }
  // only commands of auth use Redis, to end sessions; the operator's user may not write there
  const { SITE_URL: PUBLIC_URL = '', AUTH_REDIS_URL: REDIS_URL = '' } = addresses
  // port 0: modules that it imports from a service may require one, but it serves nothing
  return { ...addresses, ...(await secretsIn(dataDir)), PUBLIC_URL, REDIS_URL, PORT: '0' }
}
