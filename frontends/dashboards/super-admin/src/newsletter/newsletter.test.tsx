import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { navigate } from 'wouter/use-browser-location'
import NewsletterTab from '../tabs/newsletter.tsx'

const text = { subject: 'News', body: 'Hello' }
const saved = (change: Partial<Newsletter>): Newsletter => ({
  ...{ id: 'n1', state: 'draft', texts: { en: text, fr: text, ar: text }, revision: 1 },
  ...{ updatedAt: '2026-11-22T10:00:00.000Z', startedAt: null, endedAt: null },
  ...{ recipients: 0, sent: 0, failed: 0, withdrawn: 0 },
  ...change,
})

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
    'POST /superadmin/newsletters': ({ body }) => ({ success: true, data: saved(body as object) }),
    'POST /superadmin/newsletters/:id/send': () => ({
      success: true,
      data: saved({ state: 'sending', recipients: 6, sent: 2 }),
    }),
  })
  const { user } = show(
    <ToastRegion>
      <NewsletterTab api={api} />
    </ToastRegion>,
  )
  return { user, asked }
}

beforeEach(() => history.replaceState(null, '', '?tab=newsletter'))

describe('newsletters', () => {
  it('a draft is written, previewed and saved; with a language missing it cannot be sent', async () => {
    const { user, asked } = open([])
    await user.click(await screen.findByRole('button', { name: 'New newsletter' }))
    await user.click(screen.getByRole('radio', { name: 'English' }))
    await user.type(screen.getByLabelText('Subject'), 'News')
    await user.type(screen.getByLabelText('Text'), 'Hello')
    expect((await screen.findByText('Shown')).tagName).toBe('STRONG')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText(/Still missing: a subject and a text in .*العربية/)
    expect(asked('POST /superadmin/newsletters')[0]?.body).toMatchObject({
      texts: { en: text, fr: { body: '' } },
    })
    expect(screen.getByRole('button', { name: 'Send to readers' })).toHaveProperty('disabled', true)
  })

  it('a whole draft is sent after a question that names the number of readers', async () => {
    const { user, asked } = open([saved({})])
    await user.click(await screen.findByRole('link', { name: 'Open “News”' }))
    await user.click(screen.getByRole('button', { name: 'Send to readers' }))
    const question = within(screen.getByRole('alertdialog'))
    question.getByText(/It goes to 6 readers/)
    await user.click(question.getByRole('button', { name: 'Send now' }))
    await screen.findByText('2 of 6 sent')
    await waitFor(() => screen.getByRole('button', { name: 'Stop sending' }))
    expect(asked('POST /superadmin/newsletters/:id/send')[0]).toMatchObject({
      params: { id: 'n1' },
      body: { revision: 1 },
    })
  })

  it('the open one is in the address, also the first time it is saved', async () => {
    const { user } = open([saved({})])
    const link = await screen.findByRole('link', { name: 'Open “News”' })
    expect(link.getAttribute('href')).toMatch(/\?tab=newsletter&newsletter=n1$/)
    await user.click(screen.getByRole('button', { name: 'New newsletter' }))
    expect(location.search).toBe('?tab=newsletter&newsletter=new')
    await user.type(screen.getByLabelText('Subject'), 'Nouvelles')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(location.search).toBe('?tab=newsletter&newsletter=n1'))
    await user.click(screen.getByRole('button', { name: 'All newsletters' }))
    await screen.findByRole('link', { name: /^Open/ })
    expect(location.search).toBe('?tab=newsletter')
  })

  it('opens at its address, and an unknown one shows the list', async () => {
    history.replaceState(null, '', '?tab=newsletter&newsletter=n1')
    open([saved({})])
    expect(await screen.findByRole('heading', { level: 2, name: 'News' })).toBeTruthy()
    act(() => navigate('?tab=newsletter&newsletter=gone'))
    expect(screen.getByRole('link', { name: 'Open “News”' })).toBeTruthy()
  })

  it('of a sent one the list says what became of its mails', async () => {
    open([saved({ state: 'sent', recipients: 6, sent: 4, failed: 1, withdrawn: 1 })])
    await screen.findByText('4 of 6 sent · 1 could not be delivered · 1 not sent: unsubscribed or stopped')
  })
})
