import { buildProgram, type GoProgram, installedProgram } from './go-programs.ts'
import type { Fetching } from './install.ts'

const helm: GoProgram = {
  name: 'helm',
  module: 'helm.sh/helm/v3',
  version: 'v3.19.0',
  sum: 'h1:krVyCGa8fa/wzTZgqw0DUiXuRT5BPdeqE/sQXujQ22k=',
  folder: 'cmd/helm',
}

/** Path of helm, if it is there already. */
export const installedHelm = (): string | null => installedProgram(helm)

/** Path of helm, built from the Go module proxy when it is missing (two minutes, once). */
export const ensureHelm = async (fetching: Fetching): Promise<string> =>
  installedHelm() ?? (await buildProgram(helm, fetching))
