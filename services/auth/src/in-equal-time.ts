/** Longer than it takes to create a mailed link. */
const leastMs = 100

/** Answers no sooner than after `leastMs`, so that the response time does not reveal what was done. */
export async function inEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const patience = new Promise((resolve) => setTimeout(resolve, leastMs))
  try {
    return await work()
  } finally {
    await patience
  }
}
