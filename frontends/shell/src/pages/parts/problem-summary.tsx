import { Banner } from '@darsi/design/feedback/banner.tsx'

type Props = {
  /** Shown first if there are several problems. */
  title: string
  messages: readonly string[]
}

/** The problems, above the form: one sentence, or a list in the order of the fields. */
export function ProblemSummary({ title, messages }: Props) {
  if (messages.length === 0) return null
  if (messages.length === 1) return <Banner tone="danger">{messages[0]}</Banner>
  return (
    <Banner tone="danger" title={title}>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Banner>
  )
}
