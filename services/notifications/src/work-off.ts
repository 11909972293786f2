type Queue<T> = {
  atOnce: number
  /** The next one that is due. */
  claim: () => Promise<T | null>
  handle: (one: T) => Promise<void>
}

/** Handles everything that is due. Usually nothing is, so a single claim comes first. */
export async function workOff<T>({ atOnce, claim, handle }: Queue<T>): Promise<void> {
  const goOn = async (claimed: T | null) => {
    for (let one = claimed; one; one = await claim()) await handle(one)
  }
  const first = await claim()
  if (!first) return
  const others = Array.from({ length: atOnce - 1 }, async () => goOn(await claim()))
  await Promise.all([goOn(first), ...others])
}
