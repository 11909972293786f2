/** Longer than it takes to create a mailed link. */
export const quietMs = 100

/** Answers no sooner than after this time, so that the response time does not reveal what was done. */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const patience = new Promise((resolve) => setTimeout(resolve, ms))
  try {
    return await work()
  } finally {
    await patience
  }
}
