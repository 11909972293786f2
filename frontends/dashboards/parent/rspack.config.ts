import { remote } from '../../rspack.preset.ts'

export default remote({ role: 'parent', port: 4103 })
