import { shell } from '../rspack.preset.ts'

export default shell({ port: 4100 })
