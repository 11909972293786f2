import { auditActionDetails, ownAuditActions } from '@darsi/contracts/events/audit-actions.ts'
import { eventsWith } from '@darsi/contracts/events/events.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { actionLabel, actorLabel, auditActions, detailLabel, targetLabel, viewLabel } from './audit-action.ts'

describe('the texts of the audit log', () => {
  it('has a text for every action of the log, and shows an unknown action by its key', () => {
    // `records.viewed` is recorded as the action that it names
    const events = eventsWith('audit').filter((type) => type !== 'records.viewed')
    const recorded = [...events, ...Object.keys(ownAuditActions)]
    expect(auditActions('en').toSorted()).toEqual(recorded.toSorted())
    for (const language of languages)
      for (const action of auditActions('en'))
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
    expect(label('duplicate.merged', '3d0a8f7e-0a3a')).toBe('Other account: No longer stored')
    expect(label('moon.landed', 'gently')).toBe('gently')
    expect(label('user.logged-in', '')).toBe('')
  })

  it('says how many records a list showed, and what was searched for', () => {
    expect(viewLabel({ shown: 12, words: 'Ben Salah' }, 'en')).toBe(
      'Records shown: 12 · Searched for: Ben Salah',
    )
    expect(viewLabel({ shown: 0, words: '' }, 'fr')).toBe('')
  })

  it('says what the target is, and never shows an id', () => {
    const account = { target: 'abc', targetKind: 'account', targetName: 'Amal', targetAt: null } as const
    expect(targetLabel(account, 'en')).toBe('Amal')
    expect(targetLabel({ ...account, targetName: '' }, 'en')).toBe('No longer stored')
    const dated = { target: 'missed.7', targetName: '', targetAt: '2026-11-03T09:00:00Z' } as const
    expect(targetLabel({ ...dated, targetKind: 'alert' }, 'en')).toBe('Alert of 3 November 2026')
    expect(targetLabel({ ...dated, targetKind: 'ticket' }, 'fr')).toBe('Message du 3 novembre 2026')
    const pair = { ...account, targetKind: 'connection' } as const
    expect(targetLabel({ ...pair, targetName: 'Amina – Karim' }, 'en')).toBe('Amina – Karim')
    expect(targetLabel({ ...account, target: '', targetName: '' }, 'en')).toBe('')
  })

  it('names the system where nobody acted, and an unknown person only where a sign-in failed', () => {
    const nobody = { by: '', byName: '' }
    expect(actorLabel({ ...nobody, action: 'alert.escalated' }, 'en')).toBe('The system')
    expect(actorLabel({ ...nobody, action: 'user.login-failed' }, 'en')).toBe('Unknown person')
    expect(actorLabel({ by: 'u1', byName: 'Nadia', action: 'user.approved' }, 'en')).toBe('Nadia')
  })
})
