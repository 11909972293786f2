// own-packages.mjs <common> <folder>: removes from `folder` each package that `common` has in the same version, so that
// an image adds only its own ones to the layer that all share. Both come from one lock file: the same path is the same
// version, or a package that only one of them has.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [common = '', folder = ''] = process.argv.slice(2)
const manifest = (path) =>
  existsSync(join(path, 'package.json')) ? readFileSync(join(path, 'package.json'), 'utf8') : null

for (const name of readdirSync(folder)) {
  const packages = name.startsWith('@')
    ? readdirSync(join(folder, name)).map((one) => join(name, one))
    : [name]
  for (const one of packages) {
    const own = manifest(join(folder, one))
    if (own !== null && own === manifest(join(common, one))) rmSync(join(folder, one), { recursive: true })
  }
}
