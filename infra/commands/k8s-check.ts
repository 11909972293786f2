import { manifestChecks } from '../local/checks/manifests.ts'
import { main } from '../local/process/main.ts'

// `npm run k8s:check`; part of `npm run nightly`, and of `npm run check` where the tools are
await main(async () => ((await manifestChecks()).some(({ failed }) => failed > 0) ? 1 : 0))
