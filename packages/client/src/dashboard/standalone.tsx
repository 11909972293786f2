import '@darsi/design/styles/styles.css'
import { isLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { applyLanguage, LanguageProvider } from '@darsi/design/i18n/i18n.tsx'
import { applyTheme } from '@darsi/design/styles/apply-theme.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { createApi } from '../api/api-client.ts'
import { createPasswordQuestion } from '../password-question/password-question.ts'
import { PasswordQuestionHost } from '../password-question/password-question-host.tsx'
import { clearSession, writeSession } from '../session/session.ts'
import { CONTRACT, type DashboardProps, type DashboardUser } from './dashboard-props.ts'

type Dashboard = (props: DashboardProps) => ReactNode

const question = createPasswordQuestion()
const api = createApi({
  baseUrl: '/api',
  onSignedOut: () => location.reload(),
  askPassword: question.ask,
})

/** Shows one dashboard without the shell, for its own `npm run dev`: sign in, then work with fast refresh. */
export function standalone(Dashboard: Dashboard): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  applyTheme()
  createRoot(root).render(<Standalone Dashboard={Dashboard} />)
}

function Standalone({ Dashboard }: { Dashboard: Dashboard }) {
  const [user, setUser] = useState<DashboardUser | null>(null)
  const [language, setLanguage] = useState<Language>(() => {
    const lang = new URLSearchParams(location.search).get('lang')
    return isLanguage(lang) ? lang : 'en'
  })
  const tab = new URLSearchParams(useSearch()).get('tab')
  applyLanguage(language)
  if (user === null) return <SignIn onSignedIn={setUser} />
  return (
    <LanguageProvider language={language}>
      <Dashboard
        contract={CONTRACT}
        user={user}
        language={language}
        onLanguageChange={setLanguage}
        api={api}
        signOut={() => {
          clearSession()
          setUser(null)
        }}
        navigate={(path) => location.assign(path)}
        tab={tab}
        onTabChange={(id, place = {}) => navigate(`?${new URLSearchParams({ tab: id, ...place })}`)}
      />
      <PasswordQuestionHost question={question} />
    </LanguageProvider>
  )
}

function SignIn({ onSignedIn }: { onSignedIn: (user: DashboardUser) => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { email: String(form.get('email')), password: String(form.get('password')) }
    try {
      const { token, user } = await api.call('POST /auth/login', { body })
      writeSession({ token, user })
      onSignedIn(user)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form className="ds-page ds-stack" onSubmit={(event) => void submit(event)}>
      <input name="email" type="email" autoComplete="username" aria-label="Email" />
      <input name="password" type="password" autoComplete="current-password" aria-label="Password" />
      <Button type="submit">Sign in</Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </form>
  )
}
