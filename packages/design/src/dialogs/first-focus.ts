/**
 * The ref of the element that a dialog focuses when it opens; by default it focuses its close button. React's `autoFocus`
 * comes too early: the dialog is still closed then.
 */
export const takesFirstFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')
