import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useLinkedItem } from './use-linked-item.ts'

function List({ ids }: { ids: readonly string[] }) {
  const list = useLinkedItem(
    'child',
    ids.map((id) => ({ id })),
  )
  return (
    <>
      <input aria-label="Search" />
      <ul ref={list}>
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  )
}

beforeEach(() => history.replaceState(null, '', '?child=c1'))

describe('the row that the address names', () => {
  it('is focused when it is loaded', () => {
    const { update } = show(<List ids={[]} />)
    update(<List ids={['c0', 'c1']} />)
    expect(document.activeElement?.textContent).toBe('c1')
  })

  it('does not take the focus again when another row is added above it', () => {
    const { update } = show(<List ids={['c1']} />)
    screen.getByLabelText('Search').focus()
    update(<List ids={['c0', 'c1']} />)
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
    expect(screen.getByText('c1').className).toBe('ds-linked-item')
  })
})
