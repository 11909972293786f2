import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { expect, it, jest } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createPasswordQuestion } from './password-question.ts'

jest.unstable_mockModule('./password-dialog.tsx', () => ({
  get PasswordDialog() {
    throw new Error('the file did not arrive')
  },
}))
const { PasswordQuestionHost } = await import('./password-question-host.tsx')

it('a dialog that cannot be loaded answers the question with no and leaves the page as it is', async () => {
  const question = createPasswordQuestion()
  render(
    <ErrorBoundary fallback={() => <p>Unexpected error</p>}>
      <label>
        Reason <input defaultValue="typed" />
      </label>
      <PasswordQuestionHost question={question} />
    </ErrorBoundary>,
  )
  const answers: boolean[] = []
  act(() => void question.ask(async () => {}).then((answer) => answers.push(answer)))
  await waitFor(() => expect(answers).toEqual([false]))
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'typed')
  expect(screen.queryByText('Unexpected error')).toBeNull()
})
