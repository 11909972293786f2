import { deedDetails, deeds } from '@darsi/contracts/deeds.ts'
import { languages } from '@darsi/contracts/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { catalogueProblems } from '../catalogue-check.ts'
import { auditTexts } from './audit-texts.ts'
import { deedWords, detailWords, targetWords } from './deed.ts'

describe('the audit log in words', () => {
  it('is complete in three languages', () => expect(catalogueProblems(auditTexts)).toEqual([]))

  it('names every deed that is written anywhere, and one that is new by its own name', () => {
    for (const language of languages)
      for (const deed of deeds) expect(deedWords(deed, language)).not.toMatch(/^deed-|^[a-z-]+\.[a-z-]+$/)
    expect(deedWords('moon.landed', 'en')).toBe('moon.landed')
  })

  it('says what a deed was like in words, and names the other one of a pair of accounts', () => {
    const words = (action: string, detail: string, detailName = '') =>
      detailWords({ action, detail, detailName }, 'en')
    for (const detail of deedDetails)
      for (const language of languages)
        expect(detailWords({ action: 'user.logged-in', detail, detailName: '' }, language)).not.toBe('')
    expect(words('user.logged-in', 'new-device')).toBe('From a new device')
    expect(words('duplicate.merged', '3d0a8f7e-0a3a', 'Amal')).toBe('Other account: Amal')
    expect(words('duplicate.merged', '3d0a8f7e-0a3a')).toBe('Other account: 3D0A8F7E')
    expect(words('moon.landed', 'gently')).toBe('gently')
    expect(words('user.logged-in', '')).toBe('')
  })

  it('names a person, else the beginning of an id', () => {
    expect(targetWords({ target: 'abc', targetName: 'Amal' })).toBe('Amal')
    expect(targetWords({ target: '3d0a8f7e-0a3a', targetName: '' })).toBe('3D0A8F7E')
    expect(targetWords({ target: '', targetName: '' })).toBe('')
  })
})
