import type { Api } from '@darsi/contracts/calls/api.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'

export type Figures = {
  platform: Api['GET /statistics/platform']['answer']['data']
  /** Teachers by governorate; null where there are too few to say. */
  teachers: ReadonlyMap<number, number | null>
}

/** Counts of what is stored, never invented (product.md §1). Null until they are here, and when they cannot be had. */
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
      // the page says the same without figures
      .catch(() => {})
    return () => gone.abort()
  }, [api])
  return figures
}
