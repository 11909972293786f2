import { describe, expect, it } from '@jest/globals'
import {
  checkedPromises,
  hasTest,
  type Marked,
  noClaim,
  promiseProblems,
  promisesDocument,
} from './shell/build/promises.ts'

const here = 'frontends/promises.test.ts › of the present pages are all marked, and each has its tests'
const page: Marked = {
  place: 'home',
  texts: { free: '0 fees', rules: 'Rules:\n- no lunch', title: 'Home' },
  marks: { lunch: ['rules:2'], [noClaim]: ['title', 'free', 'rules:1'] },
}
const proofs = { lunch: [here] }

describe('the claims of the public pages', () => {
  it('of the present pages are all marked, and each has its tests', () => {
    expect(checkedPromises()).toContain('# What the public pages promise')
  })

  it('have a test for each claim', () => {
    expect(promiseProblems([page], proofs, hasTest)).toEqual([])
    expect(hasTest(here)).toBe(true)
    expect(hasTest(here.replace('are all marked', 'are another'))).toBe(false)
    expect(hasTest(here.replace('promises.test', 'no-such.test'))).toBe(false)
    const wrong = { lunch: ['frontends/promises.test.ts › there is no such test'] }
    expect(promiseProblems([page], wrong, hasTest)).toEqual([
      'proofs.json: no such test: frontends/promises.test.ts › there is no such test',
    ])
    expect(promiseProblems([page], { lunch: [] }, hasTest)).toEqual(['proofs.json: “lunch” names no test'])
  })

  it('are marked text by text and line by line: a new sentence is refused until it is marked', () => {
    const problemsOf = (change: Partial<Marked>) => promiseProblems([{ ...page, ...change }], proofs, hasTest)
    expect(
      problemsOf({ texts: { ...page.texts, rules: 'Rules:\n- no lunch\n- a refund', fast: 'In an hour' } }),
    ).toEqual(['home: “rules:3” is not marked', 'home: “fast” is not marked'])
    expect(problemsOf({ marks: { ...page.marks, speed: ['gone'] } })).toEqual([
      'home: no proof “speed”',
      'home: no text “gone”',
    ])
    expect(problemsOf({ marks: { ...page.marks, lunch: ['rules:2', 'free'] } })).toEqual([
      'home: “free” claims something and does not',
    ])
  })

  it('are listed with their proofs, and each proof with its tests', () => {
    const document = promisesDocument([page], proofs)
    expect(document).toContain('| no lunch | lunch |')
    expect(document).toContain(`| lunch | ${here} |`)
    expect(document).not.toContain('| Home |')
  })
})
