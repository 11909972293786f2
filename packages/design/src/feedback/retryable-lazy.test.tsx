import { describe, expect, it } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { retryableLazy } from './retryable-lazy.tsx'

describe('a component that is loaded later', () => {
  it('is loaded again after a failure, when it is asked for again', async () => {
    let loads = 0
    const Tab = retryableLazy(async () => {
      loads++
      if (loads === 1) throw new Error('the file did not arrive')
      return { default: ({ name }: { name: string }) => <p>Tab of {name}</p> }
    })
    render(
      <ErrorBoundary
        fallback={(_error, retry) => (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      >
        <Suspense>
          <Tab name="Amina" />
        </Suspense>
      </ErrorBoundary>,
    )
    const button = await screen.findByRole('button', { name: 'Try again' })
    expect(loads).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    fireEvent.click(button)
    expect(await screen.findByText('Tab of Amina')).toBeTruthy()
    expect(loads).toBe(2)
  })
})
