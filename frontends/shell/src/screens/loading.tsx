import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import './screens.css'

export function Loading({ label }: { label?: null }) {
  return (
    <div className="screen">
      <Spinner size="lg" label={label} />
    </div>
  )
}
