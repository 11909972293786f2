import type { Api } from '@darsi/contracts/calls/api.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'

export type Figures = {
  platform: Api['GET /statistics/platform']['answer']['data']
  /** Teachers by governorate; null if there are too few. */
  teachers: ReadonlyMap<number, number | null>
}

/** Counts of stored data, never invented (product.md §1). Null while loading, and if loading failed. */
export function useFigures(): Figures | null {
  const { api } = useSite()
  const [figures, setFigures] = useState<Figures | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal }
    Promise.all([
      api.call('GET /statistics/platform', options),
      api.call('GET /statistics/location', options),
    ])
      .then(([platform, location]) =>
        setFigures({
          platform: platform.data,
          teachers: new Map(location.data.map(({ governorateId, teachers }) => [governorateId, teachers])),
        }),
      )
      // the page is complete without figures
      .catch(() => {})
    return () => gone.abort()
  }, [api])
  return figures
}
