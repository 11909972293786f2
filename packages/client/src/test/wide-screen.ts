/** For tests: every media query matches, as on a wide screen; jsdom supports none. */
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
