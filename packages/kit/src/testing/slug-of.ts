import { Problem } from '../http/problem.ts'

/** The slug of the problem that `run` throws; null for none. */
export function slugOf(run: () => unknown): unknown {
  try {
    run()
    return null
  } catch (error) {
    return error instanceof Problem ? error.slug : error
  }
}
