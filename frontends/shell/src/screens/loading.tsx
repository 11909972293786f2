import { Spinner } from '@darsi/design/feedback/spinner.tsx'
import './screens.css'

export function Loading() {
  return (
    <div className="screen">
      <Spinner size="lg" />
    </div>
  )
}
