import type { Consumes } from '@darsi/kit/consumer.ts'
import type { GridStore } from './grid-store.ts'

export function consumes(store: GridStore): Consumes {
  return {
    'user.deletion-requested': ({ data }) => store.erase(data.userId, new Date(data.at)),
  }
}
