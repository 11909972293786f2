import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { show } from '../test/render.tsx'
import { ToastRegion, useToast } from './toast.tsx'

function Buttons({ onUndo }: { onUndo: (number: number) => void }) {
  const toast = useToast()
  return (
    <>
      {[1, 2, 3, 4, 5].map((number) => (
        <button
          key={number}
          type="button"
          onClick={() =>
            toast(`Decided ${number}`, 'success', {
              label: `Undo ${number}`,
              run: () => onUndo(number),
              forMs: 10_000,
            })
          }
        >
          Decide {number}
        </button>
      ))}
      <button type="button" onClick={() => toast('Saved')}>
        Save
      </button>
    </>
  )
}

it('a toast whose action can still be taken is not removed by newer ones', async () => {
  const undone: number[] = []
  const { user } = show(
    <ToastRegion>
      <Buttons onUndo={(number) => undone.push(number)} />
    </ToastRegion>,
  )
  for (const { textContent } of screen.getAllByRole('button', { name: /^Decide / }))
    await user.click(screen.getByRole('button', { name: textContent ?? '' }))
  for (let at = 0; at < 5; at++) await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getAllByText('Saved')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Undo 1' }))
  expect(undone).toEqual([1])
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(4)
})
