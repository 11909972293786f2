import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { ApiClient } from '../api/api-client.ts'

/** Version of the props between the shell and a dashboard; the shell refuses another one. */
export const CONTRACT = 1

export type DashboardUser = {
  readonly id: string
  readonly role: Role
  readonly fullName: string
  readonly email: string
}

/** All that a dashboard gets from the shell; it reads nothing else of it. */
export type DashboardProps = {
  readonly contract: typeof CONTRACT
  readonly user: DashboardUser
  readonly language: Language
  readonly onLanguageChange: (language: Language) => void
  readonly api: ApiClient
  readonly signOut: () => void
  readonly navigate: (path: string) => void
  /** From the address; null is the first tab. */
  readonly tab: string | null
  /** `place` names what is open in the tab, by the parameters that the tab reads. */
  readonly onTabChange: (tab: string, place?: Readonly<Record<string, string>>) => void
  /** Id of the lesson whose classroom is shown in place of the tabs. */
  readonly lesson?: string | null
}

/** What a dashboard's exposed module `./dashboard` must hold. */
export type DashboardModule = {
  readonly contract: number
  readonly Dashboard: (props: DashboardProps) => React.ReactNode
}
