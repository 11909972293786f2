import { auditActionDetails, ownAuditActions } from '@darsi/contracts/events/audit-actions.ts'
import { eventsWith } from '@darsi/contracts/events/events.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { actionLabel, auditActions, detailLabel, targetLabel } from './audit-action.ts'

describe('the texts of the audit log', () => {
  it('has a text for every action of the log, and shows an unknown action by its key', () => {
    const recorded = [...eventsWith('audit'), ...Object.keys(ownAuditActions)]
    expect(auditActions.toSorted()).toEqual(recorded.toSorted())
    for (const language of languages)
      for (const action of auditActions)
        expect(actionLabel(action, language)).not.toMatch(/^action-|^[a-z-]+\.[a-z-]+$/)
    expect(actionLabel('moon.landed', 'en')).toBe('moon.landed')
  })

  it('has a text for every detail, and names the other account of a pair', () => {
    const label = (action: string, detail: string, detailName = '') =>
      detailLabel({ action, detail, detailName }, 'en')
    for (const detail of auditActionDetails)
      for (const language of languages)
        expect(detailLabel({ action: 'user.logged-in', detail, detailName: '' }, language)).not.toBe('')
    expect(label('user.logged-in', 'new-device')).toBe('From a new device')
    expect(label('duplicate.merged', '3d0a8f7e-0a3a', 'Amal')).toBe('Other account: Amal')
    expect(label('duplicate.merged', '3d0a8f7e-0a3a')).toBe('Other account: 3D0A8F7E')
    expect(label('moon.landed', 'gently')).toBe('gently')
    expect(label('user.logged-in', '')).toBe('')
  })

  it('shows a person’s name, or the first characters of an id', () => {
    expect(targetLabel({ target: 'abc', targetName: 'Amal' })).toBe('Amal')
    expect(targetLabel({ target: '3d0a8f7e-0a3a', targetName: '' })).toBe('3D0A8F7E')
    expect(targetLabel({ target: '', targetName: '' })).toBe('')
  })
})
