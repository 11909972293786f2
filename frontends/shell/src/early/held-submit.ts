/** Sent by the page when its scripts have taken over. */
export const alive = 'darsi:alive'

/**
 * A form that is submitted before hydration would load a new page and lose the input. It is held back, and sent
 * after hydration.
 */
export function holdSubmits(): void {
  let again: (() => void) | null = null
  const hold = (event: SubmitEvent) => {
    const form = event.target
    // an application page is empty before its scripts run
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
