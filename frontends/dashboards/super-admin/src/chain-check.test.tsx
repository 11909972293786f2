import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { ChainCheck } from './chain-check.tsx'

const checkedAt = '2026-11-21T10:00:00.000Z'
const step = (entries: number, next: number | null, brokenAt: number | null = null) => ({
  success: true,
  data: { entries, next, brokenAt, intact: brokenAt === null, checkedAt },
})

describe('the check of the audit log', () => {
  it('continues step by step to the end', async () => {
    const { api, asked } = fakeApi({
      'GET /superadmin/audit/chain': ({ query }) =>
        query?.['after'] === 0 ? step(10_000, 10_000) : step(12_345, null),
    })
    show(<ChainCheck api={api} />)
    expect(await screen.findByText(/12,?345 entries checked/)).toBeTruthy()
    expect(asked('GET /superadmin/audit/chain').map(({ query }) => query)).toEqual([
      { after: 0 },
      { after: 10_000 },
    ])
  })

  it('stops where the chain is broken', async () => {
    const { api, asked } = fakeApi({ 'GET /superadmin/audit/chain': () => step(6, null, 7) })
    show(<ChainCheck api={api} />)
    expect(await screen.findByText(/Entry 7 was changed/)).toBeTruthy()
    expect(asked('GET /superadmin/audit/chain')).toHaveLength(1)
  })
})
