import type { GovernorateMap } from '@darsi/design/charts/governorate-map.tsx'
import { type ComponentProps, useEffect, useState } from 'react'

type MapComponent = typeof GovernorateMap
type Props = ComponentProps<MapComponent> & {
  /** On small screens the map is loaded only on request. */
  wanted: boolean
}

/** The map is the second way to choose a place, so the form works before and without it. */
export function PlaceMap({ wanted, ...map }: Props) {
  const Governorates = useMap(wanted)
  return Governorates === null ? null : <Governorates {...map} />
}

function useMap(wanted: boolean): MapComponent | null {
  const [loaded, setLoaded] = useState<{ component: MapComponent } | null>(null)
  const [roomy, setRoomy] = useState(false)
  const load = wanted || roomy

  // the same width as in the style sheet, which then shows the map beside the fields
  useEffect(() => setRoomy(globalThis.matchMedia?.('(width >= 40rem)').matches ?? false), [])
  useEffect(() => {
    if (!load) return
    let gone = false
    import('@darsi/design/charts/governorate-map.tsx').then(
      ({ GovernorateMap }) => gone || setLoaded({ component: GovernorateMap }),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [load])

  return loaded?.component ?? null
}
