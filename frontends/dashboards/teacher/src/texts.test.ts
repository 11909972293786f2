import { catalogueProblems } from '@darsi/ui/catalogue-check.ts'
import { describe, expect, it } from '@jest/globals'
import { texts } from './texts.ts'

describe('the dashboard’s words', () => {
  it('are complete in three languages', () => {
    expect(catalogueProblems(texts)).toEqual([])
  })
})
