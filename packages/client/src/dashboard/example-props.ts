import { CONTRACT, type DashboardProps, type DashboardUser } from './dashboard-props.ts'

/** For tests: the props of a dashboard whose shell does nothing. */
export const exampleProps = (
  api: DashboardProps['api'],
  user: Partial<DashboardUser> = {},
): DashboardProps => ({
  contract: CONTRACT,
  user: { id: 'a', role: 'admin', fullName: 'Nadia', email: 'nadia@example.tn', ...user },
  language: 'en',
  onLanguageChange: () => {},
  api,
  signOut: () => {},
  navigate: () => {},
  tab: null,
  onTabChange: () => {},
})
