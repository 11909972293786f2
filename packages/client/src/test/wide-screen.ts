/** For tests: every media query is met, as on a wide screen; jsdom knows none. */
export function asWideScreen(): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: true,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
}
