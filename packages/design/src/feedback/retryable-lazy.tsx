import { type ComponentType, type FunctionComponent, lazy } from 'react'

/** React renders once more with what failed, to report the failure. */
const keepMs = 1000

/** Like `lazy`, which remembers a failure for ever. A second after a failure this one loads again when it is rendered. */
export function retryableLazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): FunctionComponent<P> {
  const make = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        setTimeout(() => {
          Current = make()
        }, keepMs)
        throw error
      }),
    )
  let Current: ComponentType<P> = make()
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, like `lazy`
  return function Retryable(props: P) {
    return <Current {...props} />
  }
}
