import { writeBill } from '../generate/sbom.ts'
import { check } from '../local/checks/steps.ts'
import { main, say } from '../local/process/main.ts'
import { cutRelease } from '../release/cut-release.ts'

// `npm run release -- 1.0.0`: checks, sets the version, dates the changelog, commits, tags and writes the notes and the bill of materials
await main(async () => {
  const [version = ''] = process.argv.slice(2)
  const { notesFile, billFile } = await cutRelease(version, {
    test: () => check('bash', '.ci/run'),
    today: new Date().toISOString().slice(0, 10),
    writeBill,
  })
  say(
    `\nRelease ${version} is committed and tagged v${version}. Its notes: ${notesFile}, its bill of materials: ${billFile}`,
  )
  return 0
})
