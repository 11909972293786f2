/** What we read of a CycloneDX document of `npm sbom`. */
export type Bill = {
  specVersion: string
  components: { 'bom-ref': string; name: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
export type Workspace = { name: string; version: string; dependencies?: Record<string, string> }

/**
 * The part of npm's document for the running workspaces. `npm sbom --omit=dev` also omits each package that another
 * package needs for development, such as react and zod. The time and serial number are removed, so that the same
 * lockfile gives the same document.
 */
export function billOfMaterials(bill: Bill, workspaces: readonly Workspace[]) {
  const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const found = new Set<string>()
  for (const { name, version, dependencies = {} } of workspaces) {
    const ref = `${name}@${version}`
    found.add(ref)
    needs.set(
      ref,
      (needs.get(ref) ?? []).filter((needed) => nameOf(needed) in dependencies),
    )
  }
  // the loop also visits the items it adds
  for (const ref of found) for (const needed of needs.get(ref) ?? []) found.add(needed)
  return {
    bomFormat: 'CycloneDX',
    specVersion: bill.specVersion,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'darsi', name: 'darsi' } },
    components: bill.components
      .filter((component) => found.has(component['bom-ref']))
      // npm names a workspace by its folder
      .map((component) => ({ ...component, name: nameOf(component['bom-ref']) })),
    dependencies: [...found].toSorted().map((ref) => ({ ref, dependsOn: needs.get(ref) ?? [] })),
  }
}

function nameOf(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('@'))
}
