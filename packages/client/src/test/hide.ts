/** As a browser does when the tab is left, and when it is seen again. */
export const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    value: hidden ? 'hidden' : 'visible',
  })
  document.dispatchEvent(new Event('visibilitychange'))
}
