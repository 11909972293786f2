import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lifetime, say } from '../process/main.ts'
import { root } from '../process/paths.ts'
import { ensureHelm, installedHelm } from '../tools/helm.ts'
import { kubernetesValidate } from '../tools/install.ts'
import { runProgram } from '../tools/programs.ts'
import { ensureTools, promtool, python } from '../tools/tools.ts'
import { type Counts, check, type Step, step } from './steps.ts'

const rendered = join(root, '.data', 'test', 'chart')
/** The oldest version that Chart.yaml allows. */
const kubernetes = '1.30.0'

/**
 * Tests of the alert rules, and the chart: rendered with defaults and with every value set, so that each branch is
 * rendered, each resource validated against Kubernetes' own schemas. What is missing is fetched: promtool by apt, helm
 * from the Go module proxy (two minutes, once), the schemas by pip; where that fails, so does the check.
 */
export async function manifestChecks(): Promise<Step[]> {
  return [await step('alerts', alerts), await step('chart', chart)]
}

/** In `npm run check`: only with what is there already. */
export async function quickManifestChecks(): Promise<Step[]> {
  return [
    ...(promtool.isThere() ? [await step('alerts', alerts)] : []),
    ...(installedHelm() ? [await step('chart', chart)] : []),
  ]
}

async function alerts(): Promise<Counts> {
  await ensureTools([promtool], { say, stop: lifetime })
  const tests = globSync('infra/observability/*.test.yml', { cwd: root })
  return check('promtool', 'test', 'rules', ...tests)
}

async function chart(): Promise<Counts> {
  const fetching = { say, stop: lifetime }
  const command = await ensureHelm(fetching)
  await ensureTools([python], fetching)
  const validator = await kubernetesValidate(fetching)
  rmSync(rendered, { recursive: true, force: true })
  const folder = 'infra/k8s/darsi'
  const valuesOf = {
    plain: [],
    every: ['-f', 'infra/k8s/every-value.yaml'],
    other: ['-f', 'infra/k8s/other-branches.yaml'],
    withoutKeda: ['--set', 'keda.enabled=false'],
    small: ['-f', 'infra/k8s/small-cluster.yaml'],
  }
  for (const [name, values] of Object.entries(valuesOf)) {
    const output = ['--output-dir', join(rendered, name)]
    const args = ['template', 'darsi', folder, '--kube-version', kubernetes, ...values, ...output]
    const { code, output: said } = await runProgram({ command, args, stop: lifetime })
    if (code === 0) continue
    say(said)
    return { passed: 0, failed: 1 }
  }
  const files = globSync('**/*.yaml', { cwd: rendered }).map((file) => join(rendered, file))
  // it has no schemas for the resources of KEDA, the Prometheus operator and the Gateway API
  const { code } = await runProgram({
    command: 'python3',
    args: [validator.path, '--strict', '--quiet', '--no-warn', ...files],
    env: validator.env,
    show: true,
    stop: lifetime,
  })
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}
