/** For tests: every media query matches, as on a wide screen; jsdom supports none. */
export const asWideScreen = (): void => answerMedia(true)

/** For tests: no media query matches, as on a phone. */
export const asNarrowScreen = (): void => answerMedia(false)

function answerMedia(matches: boolean): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
}
