import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lifetime, say } from '../process/main.ts'
import { root } from '../process/paths.ts'
import { runProgram } from '../tools/programs.ts'
import { which } from '../tools/tools.ts'
import { type Counts, check, type Step, step } from './steps.ts'

const rendered = join(root, '.data', 'test', 'chart')
/** The oldest version that Chart.yaml allows. */
const kubernetes = '1.30.0'

/**
 * Tests of the alert rules, and the chart: rendered with defaults and with every value set, so that each branch is rendered, each resource validated
 * against Kubernetes' own schemas. Skipped where a tool is missing: promtool (Debian's `prometheus`), helm, and `pip
 * install kubernetes-validate`, which contains the schemas.
 */
export async function manifestChecks(): Promise<Step[]> {
  const all: [string, readonly string[], () => Promise<Counts>][] = [
    ['alerts', ['promtool'], alerts],
    ['chart', ['helm', 'kubernetes-validate'], chart],
  ]
  const steps: Step[] = []
  for (const [name, tools, work] of all) {
    const missing = tools.filter((tool) => !which(tool))
    if (missing.length === 0) steps.push(await step(name, work))
    else say(`\n── ${name}: not checked here, without ${missing.join(' and ')} (docs/install.md)`)
  }
  return steps
}

async function alerts(): Promise<Counts> {
  const tests = globSync('infra/observability/*.test.yml', { cwd: root })
  return check('promtool', 'test', 'rules', ...tests)
}

async function chart(): Promise<Counts> {
  rmSync(rendered, { recursive: true, force: true })
  const folder = 'infra/k8s/darsi'
  const valuesOf = {
    plain: [],
    every: ['-f', 'infra/k8s/every-value.yaml'],
    other: ['-f', 'infra/k8s/other-branches.yaml'],
    withoutKeda: ['--set', 'keda.enabled=false'],
  }
  for (const [name, values] of Object.entries(valuesOf)) {
    const output = ['--output-dir', join(rendered, name)]
    const args = ['template', 'darsi', folder, '--kube-version', kubernetes, ...values, ...output]
    const { code, output: said } = await runProgram({ command: 'helm', args, stop: lifetime })
    if (code === 0) continue
    say(said)
    return { passed: 0, failed: 1 }
  }
  const files = globSync('**/*.yaml', { cwd: rendered }).map((file) => join(rendered, file))
  // it has no schemas for the resources of KEDA and the Prometheus operator
  return check('kubernetes-validate', '--strict', '--quiet', '--no-warn', ...files)
}
