/** What the page says once its scripts answer for it. */
export const alive = 'darsi:alive'

/**
 * A form that is sent before the page is alive would leave it and lose what was typed: it is held, and sent when
 * somebody answers.
 */
export function holdSubmits(): void {
  let again: (() => void) | null = null
  const hold = (event: SubmitEvent) => {
    const form = event.target
    // an application page has no content before its scripts
    if (!(form instanceof HTMLFormElement) || form.closest('[data-page]') === null) return
    event.preventDefault()
    event.stopPropagation()
    again = () => form.requestSubmit(event.submitter)
  }
  addEventListener('submit', hold, true)
  addEventListener(
    alive,
    () => {
      removeEventListener('submit', hold, true)
      document.documentElement.dataset['alive'] = ''
      again?.()
    },
    { once: true },
  )
}
