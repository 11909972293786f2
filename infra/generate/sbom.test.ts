import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '../local/paths.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { directDependencies } from './shipped.ts'

describe('the bill of materials', () => {
  it('follows what a workspace runs with to the nearest copy, and nothing else', () => {
    const packages = {
      app: { name: 'app', version: '1.0.0', dependencies: { a: '1', kit: '1' } },
      kit: { name: 'kit', version: '1.0.0', dependencies: { b: '1' } },
      tools: { name: 'tools', version: '1.0.0', dependencies: { c: '1' } },
      'node_modules/kit': { link: true, resolved: 'kit' },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2' }, peerDependencies: { d: '1' } },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/d': { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAE=' },
    }
    const { components, dependencies } = billOfMaterials({ packages }, ['app'])
    const refs = components.map((component) => component['bom-ref'])
    expect(refs.toSorted()).toEqual(['a@1.0.0', 'app@1.0.0', 'b@1.0.0', 'b@2.0.0', 'd@1.0.0', 'kit@1.0.0'])
    expect(dependencies).toContainEqual({ ref: 'a@1.0.0', dependsOn: ['b@2.0.0', 'd@1.0.0'] })
    expect(components.find(({ name }) => name === 'd')).toMatchObject({
      purl: 'pkg:npm/d@1.0.0',
      licenses: [{ license: { name: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '0001' }],
    })
  })

  it('names every package that is shipped, in the version that is shipped (npm run sbom)', () => {
    const { components } = JSON.parse(readFileSync(join(root, 'docs', 'sbom.json'), 'utf8'))
    // `as`: CycloneDX
    const listed = new Set((components as { 'bom-ref': string }[]).map((component) => component['bom-ref']))
    const missing = [...directDependencies()].filter(([name, version]) => !listed.has(`${name}@${version}`))
    expect(missing).toEqual([])
  })
})
