import type { ReactNode, Ref } from 'react'

type Props = {
  ref?: Ref<HTMLFormElement>
  onSubmit: () => unknown
  children: ReactNode
}

/** The form of a page. `post`: if the script did not load, the browser must not write what is typed into the address. */
export const PostForm = ({ ref, onSubmit, children }: Props) => (
  <form
    ref={ref}
    className="form-page-form"
    method="post"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
  </form>
)
