import { describe, expect, it } from '@jest/globals'
import { billOfMaterials } from './bill-of-materials.ts'
import { shippedBill } from './sbom.ts'
import { directDependencies } from './shipped.ts'

describe('the bill of materials', () => {
  it('holds what a workspace runs with, and nothing that it is developed with', () => {
    const needs = {
      'darsi@1.0.0': ['@darsi/app@1.0.0', 'tool@1.0.0'],
      '@darsi/app@1.0.0': ['@darsi/kit@1.0.0', '@org/a@1.0.0', 'tool@1.0.0'],
      '@darsi/kit@1.0.0': ['b@1.0.0', 'tool@1.0.0'],
      '@org/a@1.0.0': ['b@2.0.0'],
      'b@2.0.0': ['@org/a@1.0.0'],
      'tool@1.0.0': ['c@1.0.0'],
    }
    const bill = {
      specVersion: '1.5',
      components: [...Object.keys(needs), 'b@1.0.0', 'c@1.0.0'].map((ref) => ({ 'bom-ref': ref, name: 'x' })),
      dependencies: Object.entries(needs).map(([ref, dependsOn]) => ({ ref, dependsOn })),
    }
    const { components, dependencies } = billOfMaterials(bill, [
      { name: '@darsi/app', version: '1.0.0', dependencies: { '@darsi/kit': '1', '@org/a': '1' } },
      { name: '@darsi/kit', version: '1.0.0', dependencies: { b: '1' } },
    ])
    const refs = ['@darsi/app@1.0.0', '@darsi/kit@1.0.0', '@org/a@1.0.0', 'b@1.0.0', 'b@2.0.0']
    expect(components.map((component) => component['bom-ref']).toSorted()).toEqual(refs)
    expect(dependencies.map(({ ref }) => ref)).toEqual(refs)
    expect(dependencies[0]?.dependsOn).toEqual(['@darsi/kit@1.0.0', '@org/a@1.0.0'])
    expect(components.find((component) => component['bom-ref'] === '@org/a@1.0.0')?.name).toBe('@org/a')
  })

  it('names every package that is shipped, in the version that is shipped (npm run sbom)', () => {
    const listed = new Set(shippedBill().components.map((component) => component['bom-ref']))
    const missing = [...directDependencies()].filter(([name, version]) => !listed.has(`${name}@${version}`))
    expect(missing).toEqual([])
  })
})
