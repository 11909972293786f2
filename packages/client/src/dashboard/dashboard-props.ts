import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { ApiClient } from '../api/api-client.ts'

/** The version of the props between the shell and a dashboard; the shell refuses others. */
export const CONTRACT = 1

export type DashboardUser = {
  readonly id: string
  readonly role: Role
  readonly fullName: string
  readonly email: string
}

/** Everything that a dashboard gets from the shell. */
export type DashboardProps = {
  readonly contract: typeof CONTRACT
  readonly user: DashboardUser
  readonly language: Language
  readonly onLanguageChange: (language: Language) => void
  readonly api: ApiClient
  readonly signOut: () => void
  readonly navigate: (path: string) => void
  /** From the address; null for the first tab. */
  readonly tab: string | null
  /** `place` has the parameters of the address for the tab. */
  readonly onTabChange: (tab: string, place?: Readonly<Record<string, string>>) => void
  /** The lesson whose classroom is shown instead of the tabs. */
  readonly lesson?: string | null
}

/** The exports of a dashboard's module `./dashboard`. */
export type DashboardModule = {
  readonly contract: number
  readonly Dashboard: (props: DashboardProps) => React.ReactNode
}
