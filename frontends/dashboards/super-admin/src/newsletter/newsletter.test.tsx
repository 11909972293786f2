import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { inEachLanguage } from '@darsi/contracts/reference/languages.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import NewsletterTab from '../tabs/newsletter.tsx'

const text = { subject: 'News', body: 'Hello' }
const sent: Newsletter = {
  ...{ id: 'n1', subjects: inEachLanguage(() => 'News') },
  ...{ sentAt: '2026-11-22T10:00:00.000Z', recipients: 6 },
}

function open(newsletters: Newsletter[]) {
  const { api, asked } = fakeApi({
    'GET /superadmin/newsletters': () => ({
      ...{ success: true, data: newsletters, nextCursor: null, total: newsletters.length },
      subscribers: { en: 1, fr: 2, ar: 3 },
    }),
    'POST /superadmin/newsletters/preview': () => ({
      success: true,
      data: { blocks: [{ kind: 'paragraph', runs: [{ text: 'Shown', bold: true }] }] },
    }),
    'POST /superadmin/newsletters/test': () => ({ success: true, message: 'A test email is on its way' }),
    'POST /superadmin/newsletters': () => ({ success: true, data: sent }),
  })
  const { user, unmount } = show(
    <ToastRegion>
      <NewsletterTab api={api} />
    </ToastRegion>,
  )
  const write = async (language: string) => {
    await user.click(screen.getByRole('radio', { name: language }))
    await user.type(screen.getByLabelText('Subject'), text.subject)
    await user.type(screen.getByLabelText('Text'), text.body)
  }
  return { user, asked, write, unmount }
}

beforeEach(() => localStorage.clear())

describe('newsletters', () => {
  it('one is written and previewed; with a language missing it can be tested but not sent', async () => {
    const { user, asked, write } = open([])
    await write('English')
    expect((await screen.findByText('Shown')).tagName).toBe('STRONG')
    screen.getByText(/Still missing: a subject and a text in .*العربية/)
    expect(screen.getByRole('button', { name: 'Send to readers' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Send me a test (English)' }))
    await screen.findByText('A test email is on its way')
    expect(asked('POST /superadmin/newsletters/test')[0]?.body).toEqual({ language: 'en', text })
  })

  it('a draft is there when the tab is opened again', async () => {
    const first = open([])
    await first.write('English')
    first.unmount()
    const { user } = open([])
    await user.click(screen.getByRole('radio', { name: 'English' }))
    expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Hello')
  })

  it('a whole one is sent after a question that names the number of readers', async () => {
    const { user, asked, write } = open([])
    await screen.findByText('No newsletter yet')
    for (const language of ['English', 'Français', 'العربية']) await write(language)
    await user.click(screen.getByRole('button', { name: 'Send to readers' }))
    const question = within(screen.getByRole('alertdialog'))
    question.getByText(/It goes to 6 readers/)
    await user.click(question.getByRole('button', { name: 'Send now' }))
    await screen.findByRole('row', { name: /^News .*6$/ })
    expect(asked('POST /superadmin/newsletters')[0]?.body).toEqual({
      texts: { en: text, fr: text, ar: text },
    })
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveProperty('value', ''))
  })
})
