import { Spinner } from '@darsi/ui/spinner.tsx'
import './screens.css'

export function Loading() {
  return (
    <div className="screen">
      <Spinner size="lg" />
    </div>
  )
}
