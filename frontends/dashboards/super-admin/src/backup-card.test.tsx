import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { BackupCard } from './backup-card.tsx'

function backup() {
  const server = fakeApi({
    'POST /superadmin/backups': () => {
      throw new Error('This is not available at the moment')
    },
  })
  const shown = show(
    <ToastRegion>
      <BackupCard api={server.api} />
    </ToastRegion>,
  )
  const type = async (first: string, second: string) => {
    for (const [label, text] of [
      ['Passphrase', first],
      ['Passphrase again', second],
    ] as const) {
      const input = screen.getByLabelText(label)
      await shown.user.clear(input)
      if (text) await shown.user.type(input, text)
    }
    await shown.user.click(screen.getByRole('button', { name: 'Create a backup' }))
  }
  return { ...server, type }
}

describe('the system backup', () => {
  it('requires a long passphrase, typed the same twice, before any request', async () => {
    const { asked, type } = backup()
    await type('four words', 'four words')
    expect(screen.getByText('The passphrase must have at least 16 characters')).toBeTruthy()
    await type('four olive trees and a well', 'five olive trees and a well')
    expect(screen.getByText('The two passphrases are not the same')).toBeTruthy()
    expect(asked('POST /superadmin/backups')).toEqual([])
  })

  it('says why no backup is possible now, and keeps the typed passphrase', async () => {
    const { asked, type } = backup()
    await type('four olive trees and a well', 'four olive trees and a well')
    expect(await screen.findByText('This is not available at the moment')).toBeTruthy()
    expect(asked('POST /superadmin/backups')[0]?.body).toEqual({ passphrase: 'four olive trees and a well' })
    expect(screen.getByLabelText<HTMLInputElement>('Passphrase').value).toBe('four olive trees and a well')
  })
})
