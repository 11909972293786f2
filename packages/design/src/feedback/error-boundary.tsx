import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  fallback: (error: Error, retry: () => void) => ReactNode
  onError?: (error: Error) => void
}

/** A class, because React supports error boundaries only as classes. A new `key` resets it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error) {
    this.props.onError?.(error)
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.fallback(error, () => this.setState({ error: null }))
  }
}
