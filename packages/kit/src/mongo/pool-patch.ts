import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const mongooseRequire = createRequire(require.resolve('mongoose'))

type Pool = { poolState: string; minPoolSizeTimer?: NodeJS.Timeout; ensureMinPoolSize: () => void }

export const driverFile = mongooseRequire.resolve('mongodb/lib/cmap/connection_pool')
export const { ConnectionPool }: { ConnectionPool: { prototype: Pool } } = mongooseRequire(driverFile)

export const checkMs = 2000
const ensureMinPoolSize = ConnectionPool.prototype.ensureMinPoolSize

/**
 * The MongoDB driver 7.8 looks through the unused connections of a pool ten times a second and has no public setting
 * for it. A pool without a minimum size needs that only to close old ones. A connection for a call is opened at once.
 */
export function patchPoolCheck(): void {
  ConnectionPool.prototype.ensureMinPoolSize = function () {
    ensureMinPoolSize.call(this)
    if (this.poolState !== 'ready') return
    clearTimeout(this.minPoolSizeTimer)
    this.minPoolSizeTimer = setTimeout(() => this.ensureMinPoolSize(), checkMs)
  }
}
