import { parseArgs } from 'node:util'
import { writeBill } from '../generate/sbom.ts'
import { check } from '../local/checks/steps.ts'
import { PlainError } from '../local/process/fail.ts'
import { lifetime, main, say } from '../local/process/main.ts'
import { root } from '../local/process/paths.ts'
import { ensureHelm } from '../local/tools/helm.ts'
import { cutRelease, releaseFolder } from '../release/cut-release.ts'
import { renewDigests } from '../release/digests.ts'
import { publishImages } from '../release/images.ts'
import { packageChart, writeSums } from '../release/package-release.ts'

const usage = `npm run release -- 1.1.0 [--registry registry.example/darsi] [--mirror https://…]
    tests, pins images of others, sets the version, commits, tags, writes .data/release/1.1.0; with a registry also the images
npm run release -- images 1.1.0 --registry registry.example/darsi
    builds and pushes the images of a tagged release
npm run release -- digests [--mirror https://…]
    pins the images of others to what their names mean now`

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { registry: { type: 'string', default: '' }, mirror: { type: 'string' } },
  })
  const [first = '', second = ''] = positionals
  const { registry, mirror } = values
  const digests = async () => {
    for (const [name, digest] of await renewDigests({ root, ...(mirror && { mirror }) }))
      say(`${name}@${digest}`)
  }
  const images = async (version: string) => {
    const folder = releaseFolder(version)
    await publishImages(version, { root, folder, registry, say })
    writeSums(folder)
  }
  if (first === 'digests') await digests()
  else if (first === 'images' && registry) await images(second)
  else if (/^\d/.test(first)) {
    // before anything is written
    const helm = await ensureHelm({ say, stop: lifetime })
    const folder = await cutRelease(first, {
      test: () => check('bash', '.ci/run'),
      today: new Date().toISOString().slice(0, 10),
      pinImages: digests,
      writeBill,
      writeChart: (into) => packageChart(into, { helm, registry }),
    })
    if (registry) await images(first)
    say(`\nRelease ${first} is committed and tagged v${first}. Its files: ${folder}`)
  } else throw new PlainError(usage)
  return 0
})
