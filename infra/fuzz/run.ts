import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pieceType } from '@darsi/contracts/rules/files.ts'
import { PlainError } from '../local/process/fail.ts'
import { lifetime, say } from '../local/process/main.ts'
import { root } from '../local/process/paths.ts'
import { schemathesis } from '../local/tools/install.ts'
import { runProgram } from '../local/tools/programs.ts'
import type { Run } from './plan.ts'
import { tokenOf } from './site.ts'

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
const folder = join(root, '.data', 'fuzz')
const document = join(root, 'docs', 'openapi.json')
// without it Schemathesis cannot send the pieces of an upload
const hooks = `import schemathesis
schemathesis.serializer.alias("${pieceType}", "application/octet-stream")
`
// calls without parameters have few cases, so further rounds make up for them
const maxRounds = 8

export type Found = { cases: number; failures: number; calls: number }

/** Calls one service in every way that its OpenAPI document allows and forbids, until enough cases were tested. */
export async function fuzz(run: Run, url: string): Promise<Found> {
  const found: Found = { cases: 0, failures: 0, calls: run.only?.length ?? callsOf(run.service) }
  for (let round = 0; round < maxRounds && found.cases < run.cases; round++) {
    const missing = run.cases - found.cases
    const perCall = Math.ceil((1.2 * missing) / Math.max(1, found.calls))
    // a token is valid for ten minutes, longer than a round
    const token = run.role && (await tokenOf(url, run.role))
    const { cases, failures, calls } = await once(run, url, token, perCall)
    found.cases += cases
    found.failures += failures
    found.calls = calls
    if (failures > 0) break
  }
  return found
}

async function once(run: Run, url: string, token: string | null, perCall: number): Promise<Found> {
  const report = join(folder, `${run.service}${run.only ? '-rest' : ''}.json`)
  const hooksFile = join(folder, 'hooks.py')
  mkdirSync(folder, { recursive: true })
  writeFileSync(hooksFile, hooks)
  rmSync(report, { force: true })
  const { path, env } = await schemathesis({ say, stop: lifetime })
  const { code, output } = await runProgram({
    command: 'python3',
    args: [
      path,
      'run',
      document,
      `--url=${url}/api`,
      ...(run.except ?? []).map((path) => `--exclude-path=${path}`),
      ...(run.only?.map((path) => `--include-path=${path}`) ?? [`--include-tag=${run.service}`]),
      ...(token ? [`--header=Authorization: Bearer ${token}`] : []),
      `--checks=${checks.join(',')}`,
      '--phases=examples,coverage,fuzzing',
      `--max-examples=${perCall}`,
      // with more, Python 3.11 sometimes fails in Hypothesis ("AST constructor recursion depth mismatch")
      '--workers=1',
      '--warnings=off',
      '--no-color',
      '--suppress-health-check=all',
      '--continue-on-failure',
      '--request-timeout=20',
      `--report-json-path=${report}`,
    ],
    env: { ...env, PYTHONUNBUFFERED: '1', SCHEMATHESIS_HOOKS: hooksFile },
    // its own cache of examples and reports
    cwd: folder,
    stop: lifetime,
  })
  const found = counted(report)
  if (!found) throw new PlainError(`Schemathesis ended with ${code}:\n${output}`)
  if (found.failures > 0) say(output)
  return found
}

function callsOf(service: string): number {
  const { paths } = JSON.parse(readFileSync(document, 'utf8'))
  // `as`: our own document
  const calls = Object.values(paths).flatMap((path) =>
    Object.values(path as Record<string, { tags: string[] }>),
  )
  return calls.filter(({ tags }) => tags.includes(service)).length
}

function counted(report: string): Found | null {
  try {
    const { test_cases: cases, failures, errors, operations } = JSON.parse(readFileSync(report, 'utf8'))
    return {
      cases: cases.generated,
      failures: failures.length + errors.length,
      calls: operations.tested,
    }
  } catch {
    return null
  }
}
