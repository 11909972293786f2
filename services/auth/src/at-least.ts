/** Longer than a mailed link takes to be made. */
export const quietMs = 100

/** Answers no sooner than after so many milliseconds: what a call did or did not have to do is not told by its time. */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const patience = new Promise((resolve) => setTimeout(resolve, ms))
  try {
    return await work()
  } finally {
    await patience
  }
}
