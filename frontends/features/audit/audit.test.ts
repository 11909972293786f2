import { auditActionDetails, ownAuditActions } from '@darsi/contracts/events/audit-actions.ts'
import { eventsWith } from '@darsi/contracts/events/events.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { actionWords, auditActions, detailWords, targetWords } from './audit-action.ts'

describe('the texts of the audit log', () => {
  it('has a text for every action of the log, and shows an unknown action by its key', () => {
    const recorded = [...eventsWith('audit'), ...Object.keys(ownAuditActions)]
    expect(auditActions.toSorted()).toEqual(recorded.toSorted())
    for (const language of languages)
      for (const action of auditActions)
        expect(actionWords(action, language)).not.toMatch(/^action-|^[a-z-]+\.[a-z-]+$/)
    expect(actionWords('moon.landed', 'en')).toBe('moon.landed')
  })

  it('has a text for every detail, and names the other account of a pair', () => {
    const words = (action: string, detail: string, detailName = '') =>
      detailWords({ action, detail, detailName }, 'en')
    for (const detail of auditActionDetails)
      for (const language of languages)
        expect(detailWords({ action: 'user.logged-in', detail, detailName: '' }, language)).not.toBe('')
    expect(words('user.logged-in', 'new-device')).toBe('From a new device')
    expect(words('duplicate.merged', '3d0a8f7e-0a3a', 'Amal')).toBe('Other account: Amal')
    expect(words('duplicate.merged', '3d0a8f7e-0a3a')).toBe('Other account: 3D0A8F7E')
    expect(words('moon.landed', 'gently')).toBe('gently')
    expect(words('user.logged-in', '')).toBe('')
  })

  it('shows a person’s name, or the first characters of an id', () => {
    expect(targetWords({ target: 'abc', targetName: 'Amal' })).toBe('Amal')
    expect(targetWords({ target: '3d0a8f7e-0a3a', targetName: '' })).toBe('3D0A8F7E')
    expect(targetWords({ target: '', targetName: '' })).toBe('')
  })
})
