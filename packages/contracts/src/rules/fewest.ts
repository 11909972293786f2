/** product.md §1: with fewer ratings a mean would show who gave which rating. */
export const fewestRatings = 3

/** product.md §1: analytics below five samples say that there is not enough data. */
export const fewestSamples = 5
